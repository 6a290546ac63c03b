"""Items to draw from, their proofs and their judgements."""
