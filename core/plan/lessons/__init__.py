"""Lessons, written and composed, and links: what is watched or heard."""
