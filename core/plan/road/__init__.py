"""The road: units with a can-do goal in the order in which they are learnt, and how far a student has come on it."""
