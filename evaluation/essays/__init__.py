"""Learner text, pairs and scored essays, and the figures that are computed on them."""
