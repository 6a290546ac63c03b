"""Tests of the pages on people."""
