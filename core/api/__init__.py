"""The facade: `core.api.core.Core`, and the table of endpoints."""
