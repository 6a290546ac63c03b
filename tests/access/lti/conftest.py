"""Schools that a learning platform opens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.api.core import Core
from core.records.access import Organisation
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import Platform, connect


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    made = in_memory_core(clock=clock)
    yield made
    made.store.close()


@pytest.fixture
def school(core: Core) -> Organisation:
    return core.access.organisation("School", tier="education")


@pytest.fixture
def platform(core: Core, school: Organisation, clock: StoppedClock) -> Platform:
    """A platform that the school has registered."""
    made = Platform(core, clock)
    connect(core, made)
    made.register(school)
    return made


@pytest.fixture(scope="module")
def attacked() -> Iterator[Platform]:
    """A platform of a school of its own, for tests after which nothing has changed."""
    clock = StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
    core = in_memory_core(clock=clock)
    made = Platform(core, clock)
    connect(core, made)
    made.register(core.access.organisation("School", tier="education"))
    yield made
    core.store.close()
