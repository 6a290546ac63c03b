"""Blocks of students on their way between the fold and the database."""
