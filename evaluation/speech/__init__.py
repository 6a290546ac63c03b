"""Recordings, made voices, and how readings of them are judged."""
