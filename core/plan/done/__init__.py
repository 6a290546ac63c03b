"""What of a plan was done, and what follows from it."""
