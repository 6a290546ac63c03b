"""What an essay is worth: its features, and the scorer over them."""
