"""A child process of a server: `python -m core.commands.processes.child pages|API|scheduler [SECONDS]|migrate`. It ends when its parent does.

SECONDS: how long the scheduler waits before it catches up with missed nights.
"""

from __future__ import annotations

import sys

from core.commands.processes.lifeline import end_now, tie_to_parent
from core.commands.processes.priority import step_back


def main(role: str, first_after_seconds: str = "0") -> int:
    """Do the work of a role. Returns 0 when it ended as it was told to, 1 with one line on stderr when it could not run."""
    tie_to_parent()
    if role == "scheduler":
        step_back()
    from core.errors import WenluError
    from core.logs import configure_logs

    configure_logs()
    try:
        return _run_role(role, float(first_after_seconds))
    except WenluError as error:
        print(f"wenlu: {error} {error.remedy('en')}", file=sys.stderr)
        return 1


def _run_role(role: str, first_after_seconds: float) -> int:
    if role == "migrate":
        from core.settings import Settings
        from core.wiring import migrate

        migrate(Settings.from_environment())
        return 0
    if role == "scheduler":
        from core.commands.scheduler import keep_schedule

        keep_schedule(first_after_seconds=first_after_seconds)
        return 0
    from core.commands.processes.serving import serve_part

    return serve_part(role)


if __name__ == "__main__":
    end_now(main(*sys.argv[1:]))
