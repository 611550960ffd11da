"""One module per kind of paper: turn a report's values into sheets of fitted text for its template."""
