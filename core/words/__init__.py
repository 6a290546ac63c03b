"""The word at hand: what a word of a text means there, and the words that a student has put by."""
