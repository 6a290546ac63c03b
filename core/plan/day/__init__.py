"""How a day is filled: slots, positions, questions, times."""
