"""What the log says at the start about whose administrators look after the service."""

from __future__ import annotations

import structlog

from core.access.operator import is_nobody
from core.settings import Settings
from core.store.database.engine import make_engine
from core.store.sql import SqlStore

log = structlog.get_logger("wenlu.operator")


def warn_of_unknown_operator() -> None:
    """Warn where WENLU_OPERATOR names no school that is here: then nobody looks after the service on the pages."""
    settings = Settings.from_environment()
    if not settings.operator.strip():
        return
    engine = make_engine(settings.database_url)
    try:
        if is_nobody(settings.operator, store=SqlStore(engine)):
            log.warning("operator_unknown", setting="WENLU_OPERATOR", named=settings.operator)
    finally:
        engine.dispose()
