"""Segmentation, pinyin, grammar points, difficulty."""
