"""Adverbs (副词)."""
