"""Plans by algebra: constructions that need no search, or hardly any."""
