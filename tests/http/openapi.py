"""The committed OpenAPI document: `python -m tests.http.openapi` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.http.service import make_service

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "openapi.json"


def served() -> dict[str, Any]:
    """The document as the application serves it."""
    document: dict[str, Any] = make_service().client.get("/v1/openapi.json").json()
    return document


if __name__ == "__main__":
    DOCUMENT.write_text(json.dumps(served(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
