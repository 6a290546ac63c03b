"""A text as it is to be read aloud, and everything that counts as right."""
