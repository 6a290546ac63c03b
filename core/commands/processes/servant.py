"""A child of a server: `python -m core.commands.processes.servant pages|API|scheduler|migrate`. It ends when its parent does."""

from __future__ import annotations

import sys

from core.commands.processes.lifeline import end_now, tie_to_parent


def main(role: str) -> int:
    """Do what the role says; 0 when it ended as told, 1 with one line where it could not."""
    tie_to_parent()
    from core.errors import WenluError
    from core.logs import configure_logs

    configure_logs()
    try:
        return _done(role)
    except WenluError as error:
        print(f"wenlu: {error} {error.remedy('en')}", file=sys.stderr)
        return 1


def _done(role: str) -> int:
    if role == "migrate":
        from core.settings import Settings
        from core.wiring import migrate

        migrate(Settings.from_environment())
        return 0
    if role == "scheduler":
        from core.commands.scheduler import keep_schedule

        keep_schedule()
        return 0
    from core.commands.processes.serving import serve_part

    return serve_part(role)


if __name__ == "__main__":
    end_now(main(sys.argv[1]))
