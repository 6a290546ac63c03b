"""Named functions for points that no pattern finds, in folders by the categories of the standard (GF 0025-2021)."""
