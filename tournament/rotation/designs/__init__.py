"""Constructions of rounds."""
