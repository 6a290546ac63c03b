"""A class as a whole: its record, its map, and what a teacher can do about it."""
