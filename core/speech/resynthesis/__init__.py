"""One's own voice with the right tone: a syllable of a recording with another pitch contour."""
