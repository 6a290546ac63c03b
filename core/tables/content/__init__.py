"""The project's own texts and lessons, with their annotations and proofs."""
