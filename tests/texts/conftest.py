"""The real tables, rules, parser and model: loaded once, for nothing here is changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.api.core import Core
from core.tables.content.collected import Content
from core.wiring import in_memory_core


@pytest.fixture(scope="session")
def texts_core() -> Core:
    """A core that tests only read from."""
    return in_memory_core()


@pytest.fixture(scope="session")
def passages(texts_core: Core, sample: Callable[..., list[tuple[int, str]]]) -> list[str]:
    """The content's passages and dialogues as running text, by level: by default a sixth of them."""
    content: Content = texts_core.tables.content
    found = [(each.level, "".join(each.sentences)) for each in content.passages]
    found += [(each.level, "".join(turn.text for turn in each.turns)) for each in content.dialogues]
    return [text for _, text in sorted(sample(found, lambda each: each[1], "data/content", 6))]
