"""Sentences and texts with known readings, levels and grammar points."""
