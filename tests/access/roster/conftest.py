"""The school of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.access.roster.school import TestSchool, made_school


@pytest.fixture
def school() -> Iterator[TestSchool]:
    """See `made_school`."""
    made = made_school()
    yield made
    made.core.store.close()
