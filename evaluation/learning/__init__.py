"""Logs of answers."""
