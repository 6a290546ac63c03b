"""Words, their readings, names and equivalents."""
