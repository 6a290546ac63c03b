"""Phrases (短语)."""
