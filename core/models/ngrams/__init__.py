"""n-gram models of characters and words."""
