"""What an entry of the plan asks for: items, sentences to read aloud, words."""
