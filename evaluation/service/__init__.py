"""Stages for a running service: servers, clocks, made records, a browser's watch."""
