"""Scores essays: the features of an essay, and the scorer that reads them."""
