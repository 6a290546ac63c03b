"""Pure learner models and what the capabilities share about items and evidence."""
