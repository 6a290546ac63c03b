"""What to read aloud next: texts to choose from, and drills on pairs of tones."""
