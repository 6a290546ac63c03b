"""Complex sentences by the relation of their clauses (复句)."""
