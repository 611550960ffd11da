"""Grids of rows through django-tables2. A *listing* is such a grid; a *table* seats four."""
