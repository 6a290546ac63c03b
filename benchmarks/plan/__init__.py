"""The daily plan."""
