"""Writes what the three clients share with the service: from the OpenAPI documents, by `python -m clients.generate`."""
