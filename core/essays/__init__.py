"""Essays: what is wrong in them, said once as a list of edits, and what they are worth."""
