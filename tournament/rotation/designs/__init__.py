"""Plans by algebra: constructions that need little or no search."""
