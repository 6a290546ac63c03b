"""The learner portrait: 85 leaves under 36, 6 and 3 indicators, each open to its evidence."""
