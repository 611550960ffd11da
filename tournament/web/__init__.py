"""HTTP helpers of the views: caches, ETags, the offline queue, logs, addresses, the table's session."""
