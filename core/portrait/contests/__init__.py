"""Values that a student contests, and the items that settle them."""
