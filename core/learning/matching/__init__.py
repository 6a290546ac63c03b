"""Students whose knowledge is alike, and the nearest of a hundred thousand."""
