"""The server with readings scored by hand: `python -m tests.browser.speaking_server serve --port N`."""

from __future__ import annotations

import sys
from typing import Any

from core import cli, wiring
from core.api.core import Core
from evaluation.speech.reports import Listener


def main() -> int | None:
    """As `wenlu`, with a listener instead of the models."""
    build = wiring.build_core

    def with_listener(*arguments: Any, **named: Any) -> Core:
        return build(*arguments, **{**named, "evaluator": Listener()})

    wiring.build_core = with_listener
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
