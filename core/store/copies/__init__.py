"""Backups: a copy of everything that the database holds at one moment, in one file that restores into either kind of database."""
