"""The present state of an event: read-only questions that both services and reports ask."""
