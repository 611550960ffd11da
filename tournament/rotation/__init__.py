"""Who sits where: seating plans, the movements that make them, and an independent judge of their quality.

Pure values and functions: no Django, no clock but a search's time limit, no randomness but a given seed.
"""
