"""Speech: a reading aloud of a known text, heard syllable by syllable."""
