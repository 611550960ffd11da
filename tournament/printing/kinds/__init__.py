"""Each paper's making: from a report's values to sheets of fitted text, ready for its template."""
