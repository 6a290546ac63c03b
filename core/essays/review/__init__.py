"""Verdicts on edits: what a student holds to be right, how a teacher settles it, and teachers' own scores."""
