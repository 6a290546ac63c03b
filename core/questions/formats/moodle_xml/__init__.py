"""Moodle XML, the format in which Moodle moves its question banks: written and read."""
