"""What views share of HTTP: caches, ETags, the offline queue, compression, logs, the table's session."""
