"""Grammar points of a text with their offsets, and its difficulty level with the reasons."""
