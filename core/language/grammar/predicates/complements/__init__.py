"""Complements (补语)."""
