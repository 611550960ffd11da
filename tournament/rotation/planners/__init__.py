"""One module per way of seating an evening, and the steps they share."""
