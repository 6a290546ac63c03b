"""The recipe of data/models/ngram."""
