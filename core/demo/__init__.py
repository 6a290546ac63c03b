"""The demo: a class of simulated students and its year, made by the real marking and the real fold."""
