"""Prepositions (介词)."""
