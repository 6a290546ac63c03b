"""GIFT, the text format of Moodle and many other systems: written and read."""
