"""The learner model."""
