"""Expressions of number and time (特殊表达法)."""
