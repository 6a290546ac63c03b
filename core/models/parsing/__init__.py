"""The segmenter, tagger and dependency parser."""
