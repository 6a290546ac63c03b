"""What stands around requests."""
