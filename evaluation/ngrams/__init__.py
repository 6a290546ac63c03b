"""Character n-gram models estimated from a corpus."""
