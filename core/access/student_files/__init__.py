"""A student as a file: everything about one, to read, to keep, to bring in again."""
