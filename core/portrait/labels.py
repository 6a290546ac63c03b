"""Tier names and stars of the contract (the lower bound belongs to the higher tier)."""

from __future__ import annotations

LANGUAGE: tuple[tuple[float, str], ...] = ((85, "中文大师"), (60, "中文达人"), (20, "中文能手"), (0, "中文小白"))
CLASSROOM: tuple[tuple[float, str], ...] = (
    (85, "钻石学习者"),
    (60, "铂金学习者"),
    (20, "黄金学习者"),
    (0, "白银学习者"),
)
COMMUNITY: tuple[tuple[float, str], ...] = ((85, "社交名人"), (20, "社交牛人"), (0, "社交新人"))


def tier(score: float, tiers: tuple[tuple[float, str], ...]) -> str:
    """The name of the highest tier whose lower bound is reached.

    >>> tier(60, LANGUAGE), tier(84.99, LANGUAGE), tier(20, COMMUNITY)
    ('中文达人', '中文达人', '社交牛人')
    """
    return next((name for bound, name in tiers if score >= bound), tiers[-1][1])
