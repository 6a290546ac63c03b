"""Evidence folded into sums, and a student's record read from them."""
