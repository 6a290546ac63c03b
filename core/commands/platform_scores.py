"""Scores on their way to learning platforms (LTI): a loop of the scheduler, so that no page waits for a platform."""

from __future__ import annotations

import structlog

from core.api.core import Core
from core.commands.nights import Wait

EVERY_SECONDS = 30.0


def keep_telling(core: Core, wait: Wait) -> None:
    """Queue and send scores until told to end. A failure is logged, and all is tried again; several schedulers may run."""
    while not wait(EVERY_SECONDS):
        try:
            tell(core)
        except Exception:
            structlog.get_logger().exception("scores failed")


def tell(core: Core) -> int:
    """Queue what is new in the organisations that have a platform, and send what is due; returns how many scores platforms took."""
    registrations = core.store.lti_registrations()
    if not registrations:
        return 0
    for organisation_id in dict.fromkeys(each.organisation_id for each in registrations):
        core.lti.queue_scores(organisation_id)
    return core.lti.send_scores()
