"""Flags by which teachers report errors of the grammar detector: stored with the sentence, listed, withdrawn."""

from __future__ import annotations

from core.errors import BadParameter, NotFound
from core.ports.system import Clock, Identifiers
from core.ports.texts import TextStore
from core.records.access import Caller
from core.records.texts import GrammarFlag
from core.tables.points import Points
from core.texts.wire import FlagRequest, FlagView


def add_flag(
    request: FlagRequest,
    caller: Caller,
    *,
    by: str,
    points: Points,
    store: TextStore,
    clock: Clock,
    identifiers: Identifiers,
) -> FlagView:
    """Store a flag. Raises `BadParameter` for a point that does not exist or a span outside the sentence."""
    if request.point_id not in points.grammar_by_id:
        raise BadParameter.of("point_id", f"{request.point_id} is not a grammar point of the standard")
    if not request.start <= request.end <= len(request.sentence):
        raise BadParameter.of(
            "end", f"{request.start}-{request.end} is not a span of {len(request.sentence)} characters"
        )
    flag = GrammarFlag(
        flag_id=identifiers.new("gf"),
        organisation_id=caller.organisation_id,
        by=by,
        created_at=clock.now(),
        **request.model_dump(),
    )
    store.add_grammar_flag(flag)
    return _view(flag)


def list_flags(caller: Caller, *, store: TextStore) -> list[FlagView]:
    """The organisation's flags, newest first."""
    return [_view(flag) for flag in store.grammar_flags(caller.organisation_id)]


def withdraw_flag(flag_id: str, caller: Caller, *, store: TextStore) -> None:
    """Delete a flag. Raises `NotFound` when the organisation has none of that id."""
    if not store.remove_grammar_flag(caller.organisation_id, flag_id):
        raise NotFound(f"There is no flag {flag_id!r}.")


def _view(flag: GrammarFlag) -> FlagView:
    fields = {name: value for name, value in vars(flag).items() if name not in ("organisation_id", "created_at")}
    return FlagView(**fields, at=flag.created_at)
