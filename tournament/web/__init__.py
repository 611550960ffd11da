"""HTTP helpers of the views: caches, ETags, the offline queue, compression, logs, the table's session."""
