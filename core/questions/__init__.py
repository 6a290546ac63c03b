"""Question generation: items from the standard and the project's own sentences."""
