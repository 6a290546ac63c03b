"""The server with a judge of essays made by hand: `python -m tests.browser.essay_server serve --port N`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from core import cli, wiring
from core.api.core import Core
from core.essays.model import EditType
from evaluation.essays.made import Listed

WRONG: Mapping[str, tuple[str, EditType]] = {"二个": ("两个", "W"), "很快极了": ("快极了", "D")}


def main() -> int | None:
    """As `wenlu`, with a judge that knows two wrong words instead of the models."""
    build = wiring.build_core

    def with_judge(*arguments: Any, **named: Any) -> Core:
        core = build(*arguments, **named)
        core.essays.evaluator.load_correctors = lambda: (Listed(WRONG),)
        return core

    wiring.build_core = with_judge
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
