"""Tests of the knowledge map."""
