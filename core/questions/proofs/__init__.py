"""The proof of an item: why it has one right answer."""
