"""Texts with questions that teachers write: a passage to read or a dialogue to hear, whose questions become own items."""
