"""Scores structure, coherence and content by checklists."""
