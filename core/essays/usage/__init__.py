"""The corrector of usage: words that are missing, superfluous, wrong or in the wrong place."""
