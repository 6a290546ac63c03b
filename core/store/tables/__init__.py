"""The SQLModel tables, one file for each part of the store that writes them."""
