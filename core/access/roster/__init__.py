"""Bringing people in: reading lists, the dry run, applying and undoing it, one-time codes, joining a class, the people of a class."""
