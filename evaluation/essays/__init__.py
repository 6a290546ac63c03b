"""Learner text, pairs and scored essays, and what is counted on them."""
