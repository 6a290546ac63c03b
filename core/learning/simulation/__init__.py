"""Simulated students whose truth is known."""
