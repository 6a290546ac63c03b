"""Benchmarks of essay evaluation."""
