"""People and classes: what a teacher's week takes."""
