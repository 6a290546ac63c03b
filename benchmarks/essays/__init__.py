"""Essays."""
