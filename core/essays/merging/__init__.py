"""Merges what several correctors propose into the edits that are shown."""
