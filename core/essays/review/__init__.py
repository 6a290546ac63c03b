"""Verdicts on edits: what a student calls right, and what a teacher makes of it."""
