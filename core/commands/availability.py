"""wenlu availability: how available the service was in a month, beside what each tier was promised."""

from __future__ import annotations

import argparse

from core.commands.migrated_core import migrated_core

NOT_SEEN = (
    "A minute counts where a process that serves was ready in it; a minute in which nobody looked does not: "
    "no process ran, maintenance included, or it was stuck. "
    "The network between the server and its callers is not seen."
)


def availability(options: argparse.Namespace) -> None:
    """Print the minutes of a month up to now by what was seen in them, and each tier's promise."""
    measured = migrated_core().operations.availability(options.month or "")
    if measured.percent is None:
        print(f"{measured.month}: nothing was measured. Servers measure while they run, from this version on.")
        return
    print(
        f"{measured.month}, from {measured.since:%Y-%m-%d %H:%M} to {measured.until:%Y-%m-%d %H:%M} UTC: "
        f"available {measured.percent:.3f} %"
    )
    print(
        f"{measured.minutes} minutes: {measured.ready} ready, {measured.not_ready} not ready, "
        f"{measured.unwatched} in which nobody looked"
    )
    print(
        f"{measured.calls} calls of the API, "
        f"{measured.failed} of them answered with status 500 or above, turned away (503) included"
    )
    for each in measured.commitments:
        print(f"{each.tier:<13} {each.percent:.2f} % promised, {'kept' if each.kept else 'NOT kept'}")
    print(NOT_SEEN)
