"""Tests of bringing people in."""
