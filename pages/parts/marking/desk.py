"""The desk on which one text after another is marked. The address holds the assignment and the text, so that a refresh loses nothing."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from core.api.marking import DeskEssay, Queue, QueueEntry, ReviewState
from core.errors import NotFound, WenluError
from core.records.access import Caller
from pages.parts.i18n import _, language
from pages.parts.marking.components import marking_desk
from pages.parts.marking.data import desk_data, entry_text, undo_text, waiting_text
from pages.parts.marking.drafts import draw_earlier_drafts
from pages.parts.marking.voice import draw_voice_desk
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

ASSIGNMENT, TEXT = "assignment", "text"
"""Parameters of the address."""
STATE = "marking_state"
"""Session state: the `DeskState`."""
KEY = "marking_desk"
AFTER_ALL = ("return", "take_back", "undo")
"""Actions that rest on everything before them."""
LOOK_SECONDS = 1.0
"""How often the page looks whether a review has come."""


@dataclass
class DeskState:
    """What the desk knows in one browser session.

    Two runs of the page can overlap: Streamlit begins the next while the one before is still on its way, and stops that one wherever it
    next touches the session or the page. An action and the note that it was carried out must not be torn apart by that, nor be carried out by
    both: they change this object alone, under its lock.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    done: int = 0
    """Number of the last action of the widget that was carried out."""
    versions: dict[str, int] = field(default_factory=dict)
    """The version of each text on which the next action rests."""
    last: tuple[str, str] | None = None
    """The text and kind of the last action, to be undone."""
    go_to: str = ""
    """The text to show next."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """What was not carried out since the page was drawn last, in words, each with the reason."""
    asked: set[str] = field(default_factory=set)
    """Assignments whose reviews were asked for."""


def desk_state() -> DeskState:
    """The state of this session."""
    state = st.session_state.setdefault(STATE, DeskState())
    assert isinstance(state, DeskState)
    return state


def assignment_in_address() -> str | None:
    """The assignment that is marked."""
    return st.query_params.get(ASSIGNMENT) or None


def open_queue(assignment_id: str) -> None:
    """Put an assignment into the address: the next run shows its first text that waits."""
    st.query_params.from_dict({ASSIGNMENT: assignment_id})


def open_queues() -> None:
    """Empty the address: the next run shows all queues."""
    st.query_params.clear()


def draw_desk(who: Visitor, assignment_id: str) -> None:
    """Draw one text of the queue and the keys that go on."""
    st.button(
        _("All assignments to mark"),
        icon=":material/arrow_back:",
        type="tertiary",
        key="marking_back",
        on_click=open_queues,
    )
    try:
        queue = who.core.marking.queue(assignment_id, who.caller)
    except NotFound:
        st.warning(_("This assignment does not exist (any more)."), icon=":material/search_off:")
        return
    st.title(escaped(queue.assignment.title), anchor=False)
    entry = _entry_to_show(queue)
    if entry is None:
        st.info(_("Nothing has been handed in for this assignment yet."), icon=":material/inbox:")
        return
    if not queue.waiting:
        st.success(_("Everything is returned."), icon=":material/done_all:")
    _ask_ahead(who, queue, entry)
    _draw_essay(who, queue, who.core.marking.desk(entry.writing_id, who.caller))


def _entry_to_show(queue: Queue) -> QueueEntry | None:
    """The text of the address, else the first that waits, else the first; it is put into the address."""
    by_id = {entry.writing_id: entry for entry in queue.entries}
    state = desk_state()
    if state.go_to:
        st.query_params[TEXT] = state.go_to
        state.go_to = ""
    named = by_id.get(st.query_params.get(TEXT, ""))
    entry = named or next(iter((*queue.waiting, *queue.entries)), None)
    if entry is not None:
        st.query_params[TEXT] = entry.writing_id
    return entry


def _ask_ahead(who: Visitor, queue: Queue, entry: QueueEntry) -> None:
    """Once in a session the engine is asked to read everything that waits, beginning with the text that is open."""
    asked = desk_state().asked
    if queue.assignment.assignment_id not in asked:
        asked.add(queue.assignment.assignment_id)
        waiting = [each.writing_id for each in queue.waiting]
        at = waiting.index(entry.writing_id) if entry.writing_id in waiting else 0
        who.core.marking.review_ahead(waiting[at:] + waiting[:at], who.caller)


def _draw_essay(who: Visitor, queue: Queue, essay: DeskEssay) -> None:
    state = desk_state()
    read = essay.marking.version
    state.versions[essay.writing_id] = max(read, state.versions.get(essay.writing_id, 0))
    _draw_refused(state)
    bank = who.core.marking.bank(who.caller, by=who.account.account_id)
    marking_desk()(
        key=KEY,
        data=desk_data(essay, queue, bank, acked=state.done, undo=_undo_of(state, queue, essay)),
        on_acts_change=lambda: carry_out(who, queue, state, st.session_state[KEY]["acts"] or []),
    )
    if essay.review in ("waiting", "put_off"):
        _look_for_review(who, essay.writing_id, essay.review)
    draw_voice_desk(who, essay.writing_id)
    draw_earlier_drafts(essay)
    st.caption(f"{waiting_text(len(queue.waiting))} {cost_text(who)}")


def _draw_refused(state: DeskState) -> None:
    """What was not carried out, with all that was typed, and why."""
    with state.lock:
        refused, state.refused = state.refused, []
    for reason in dict.fromkeys(why for _said, why in refused):
        said = "  \n".join(f"**{escaped(each)}**" for each, why in refused if why == reason)
        st.error(f"{_('Not kept:')}  \n{said}  \n{escaped(reason)}", icon=":material/error:")


def cost_text(who: Visitor) -> str:
    """What the engine's reviews cost."""
    if who.core.marking.asks_language_model:
        return _(
            "The engine reads each essay once, ahead of you, and asks your school's language model about it; it takes nothing from the quota."
        )
    return _(
        "The engine reads each essay once, ahead of you, in about a second on this server; it costs nothing and takes nothing from the quota."
    )


def _undo_of(state: DeskState, queue: Queue, essay: DeskEssay) -> dict[str, str] | None:
    """The last action of this session, else that of the text that is shown."""
    names = {entry.writing_id: student_label(entry.name, entry.student_number) for entry in queue.entries}
    if state.last is not None and state.last[0] in names:
        return {"writing": state.last[0], "text": undo_text(state.last[1], names[state.last[0]])}
    if essay.marking.can_undo:
        return {"writing": essay.writing_id, "text": undo_text("", "")}
    return None


@st.fragment(run_every=LOOK_SECONDS)
def _look_for_review(who: Visitor, writing_id: str, drawn: ReviewState) -> None:
    """Look now and then whether the review has come, and draw the page anew once it has, is put off or tried again, or there will be none."""
    with suppress(NotFound):
        if who.core.marking.review_state(writing_id, who.caller) != drawn:
            st.rerun()


# -- what the widget sends -----------------------------------------------------------------------------------


def carry_out(who: Visitor, queue: Queue, state: DeskState, sent: Sequence[Mapping[str, Any]]) -> None:
    """Carry out what the widget has sent and was not carried out before, in its order.

    The widget sends everything that it has had no answer to, so that nothing is lost when two messages become one. What is refused is told, and
    the others are carried out all the same, but for a return or an undoing of the same text: the teacher had not seen the refusal. Nothing is
    drawn here, and the session is not touched between an action and the note that it is done.
    """
    caller, chosen = who.caller, language()
    faults: dict[str, str] = {}
    with state.lock:
        for entry in sent:
            if entry["n"] <= state.done:
                continue
            writing_id = str(entry["writing"])
            is_final = entry.get("action", {}).get("kind") in AFTER_ALL
            try:
                if is_final and writing_id in faults:
                    state.refused.append((entry_text(entry), faults[writing_id]))
                else:
                    _do(who, caller, queue, state, entry)
            except WenluError as error:
                faults[writing_id] = error.remedy(chosen)
                state.refused.append((entry_text(entry), faults[writing_id]))
            state.done = entry["n"]


def _do(who: Visitor, caller: Caller, queue: Queue, state: DeskState, entry: Mapping[str, Any]) -> None:
    by, does = who.account.account_id, entry.get("does")
    if does == "go":
        state.go_to = str(entry["to"])
    elif does == "save":
        who.core.marking.save_comment(str(entry["text"]), caller, by=by)
    elif does == "forget":
        who.core.marking.forget_comment(str(entry["id"]), caller, by=by)
    else:
        _act(who, caller, queue, state, str(entry["writing"]), entry["action"])


def _act(
    who: Visitor, caller: Caller, queue: Queue, state: DeskState, writing_id: str, action: Mapping[str, Any]
) -> None:
    version = state.versions.get(writing_id, 0)
    view = who.core.marking.act(writing_id, action, caller, by=who.account.account_id, version=version)
    state.versions[writing_id] = view.version
    kind = str(action.get("kind"))
    state.last = None if kind == "undo" else (writing_id, kind)
    if kind == "undo":
        state.go_to = writing_id
    elif kind == "return":
        state.go_to = next_waiting(queue, writing_id)


def next_waiting(queue: Queue, writing_id: str) -> str:
    """The text that waits next after one that was returned; after the last of them the first that was left; itself where none is left."""
    ids = [entry.writing_id for entry in queue.entries]
    after = ids.index(writing_id) + 1 if writing_id in ids else 0
    order = [*queue.entries[after:], *queue.entries[:after]]
    return next(
        (entry.writing_id for entry in order if not entry.returned and entry.writing_id != writing_id), writing_id
    )
