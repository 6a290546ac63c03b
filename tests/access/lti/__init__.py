"""Tests of LTI 1.3 against a platform double."""
