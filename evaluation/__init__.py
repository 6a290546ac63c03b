"""Readers of reference data, scorers and stages that tests, benchmarks and training share; none of those imports another."""

import core  # noqa: F401  (before numpy: how many threads it takes is what the service gives it)
