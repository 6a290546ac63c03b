"""Requests that are nearly right: a valid one for every address of the service, and what chance makes of them."""
