"""The tables that essays are read with."""
