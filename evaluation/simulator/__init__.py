"""Simulated learners whose truth no plan sees: what plans for the day are compared on. The assumptions: README.md."""
