"""Pitch, and whether the tone was one that counts as right."""
