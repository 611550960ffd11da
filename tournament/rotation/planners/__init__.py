"""One module per kind of planning, and the steps they share."""
