"""Grammar points of GF 0025-2021 in a text: what is matched, where, and by which kind of evidence."""
