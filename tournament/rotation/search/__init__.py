"""Simulated annealing: where it starts, its inner loop, and the search that keeps couples together."""
