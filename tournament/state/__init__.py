"""What an event is right now: read-only questions that services and reports both ask."""
