"""The committed OpenAPI documents: `python -m tests.http.openapi` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.http.service import make_service

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
DOCUMENTS = {
    "/v1": DOCS / "openapi.json",
    "/grammar": DOCS / "openapi-grammar.json",
    "/speech": DOCS / "openapi-speech.json",
}
"""By the address of the application."""


def served(application: str = "/v1") -> dict[str, Any]:
    """The document as the application serves it."""
    document: dict[str, Any] = make_service().client.get(f"{application}/openapi.json").json()
    return document


if __name__ == "__main__":
    for application, path in DOCUMENTS.items():
        path.write_text(json.dumps(served(application), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
