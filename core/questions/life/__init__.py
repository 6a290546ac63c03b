"""The life of an item in an organisation: written, approved, answered, retired."""
