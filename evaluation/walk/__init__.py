"""Twelve kinds of students walk through three months; then every number that two places show is compared."""
