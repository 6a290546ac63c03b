"""A fresh service for each test."""

from __future__ import annotations

import pytest

from tests.http.service import Service, make_service


@pytest.fixture
def service() -> Service:
    return make_service()
