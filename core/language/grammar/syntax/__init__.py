"""What predicates ask of a parsed sentence: its tokens, clauses, chunks, dependencies, and words for people, times, places, amounts."""
