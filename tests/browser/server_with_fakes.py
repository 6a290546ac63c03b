"""The server with a fake corrector of essays and made-up scores of readings: `python -m tests.browser.server_with_fakes serve --port N`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from core import cli, wiring
from core.api.core import Core
from core.essays.model import EditType
from evaluation.essays.fakes import ListedErrors
from evaluation.speech.reports import Listener

WRONG: Mapping[str, tuple[str, EditType]] = {"二个": ("两个", "W"), "很快极了": ("快极了", "D")}


def main() -> int | None:
    """Run `wenlu` with a corrector that knows two wrong words and a `Listener` in place of the models."""
    build = wiring.build_core

    def build_with_fakes(*arguments: Any, **keywords: Any) -> Core:
        core = build(*arguments, **{**keywords, "evaluator": Listener()})
        core.essays.evaluator.load_correctors = lambda: (ListedErrors(WRONG),)
        return core

    wiring.build_core = build_with_fakes
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
