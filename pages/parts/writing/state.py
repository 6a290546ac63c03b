"""What lies on the desk: the essay or title in the address, and what the browser session knows of the sheets."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pages.parts.essays.state import ESSAY

TITLE, AGAIN = "title", "again"
"""Parameters of the address beside `ESSAY`: the title or assignment that is written on; that another text is written on it than the one
that was handed in."""
EARLIER_NAMES = {"text": ESSAY, "writing": ESSAY, "resource": TITLE}
"""Names that these parameters have in links of other pages and in addresses that were kept."""
FAULT, PENDING_REVIEW, REFUSALS, UNKEPT = "desk_fault", "desk_pending", "desk_refusals", "desk_unkept"
"""Session state: an error message; the `PendingReview`; how many requests were refused because the text in the field is not stored; why the text
in the field of a sheet was not stored, by sheet."""
TEXTS, PUTS, BLANKS, NEXT_PANE = "desk_texts", "desk_puts", "desk_blanks", "desk_next_pane"
"""Session state: the id of the stored text of each sheet that was begun in this session; how often the service, and not the student, changed the
text of a sheet, with the text before; the number of the blank sheet; which half a narrow window shows next."""
DRAFT_PANE, REVIEW_PANE = "draft", "review"


def settle_address() -> None:
    """Give the parameters of the address the names that the desk uses."""
    for earlier, name in EARLIER_NAMES.items():
        if earlier in st.query_params:
            value = st.query_params[earlier]
            del st.query_params[earlier]
            st.query_params.setdefault(name, value)


def essay_in_address() -> str | None:
    """The id of a text or of a review."""
    return st.query_params.get(ESSAY) or None


def title_in_address() -> str | None:
    """The title or assignment that is written on."""
    return st.query_params.get(TITLE) or None


def open_essay(essay_id: str, pane: str = DRAFT_PANE) -> None:
    """Put an essay into the address, by the id of its text or of one of its reviews: the next run opens it."""
    st.query_params.from_dict({ESSAY: essay_id})
    st.session_state[NEXT_PANE] = pane


def open_title(resource_id: str, *, again: bool = False) -> None:
    """Put a title into the address: the next run opens its draft, or a blank sheet. `again`: another text than the one handed in."""
    st.query_params.from_dict({TITLE: resource_id} | ({AGAIN: "1"} if again else {}))
    st.session_state[NEXT_PANE] = DRAFT_PANE


def open_home() -> None:
    """Empty the address: the next run shows what there is to write and what was written."""
    st.query_params.clear()


# -- sheets --------------------------------------------------------------------------------------------------


def sheet_of(writing_id: str) -> str:
    """The name that the sheet of a stored text has in the browser: the one under which it was begun, since a field that gets another name
    is drawn anew under the hands of somebody who writes."""
    return next((sheet_id for sheet_id, text_id in _texts().items() if text_id == writing_id), writing_id)


def text_of(sheet_id: str) -> str | None:
    """The id of the stored text of a sheet that was begun in this session."""
    return _texts().get(sheet_id)


def note_text(sheet_id: str, writing_id: str) -> None:
    """Note that the text of a sheet is stored."""
    _texts()[sheet_id] = writing_id


def note_unkept(sheet_id: str, fault: str) -> None:
    """Note why the text in the field of a sheet was not stored; "" once it is."""
    st.session_state.setdefault(UNKEPT, {})[sheet_id] = fault


def unkept_fault(sheet_id: str) -> str:
    """Why the text in the field of a sheet was not stored; "" where it is, or where nothing was sent yet."""
    faults: dict[str, str] = st.session_state.get(UNKEPT, {})
    return faults.get(sheet_id, "")


def forget_text(writing_id: str) -> None:
    """Forget which sheet a text was begun on: it was handed in, and the sheet is blank again."""
    _texts().pop(sheet_of(writing_id), None)


def blank_sheet() -> str:
    """The name of the blank sheet."""
    return f"blank {st.session_state.get(BLANKS, 0)}"


def lay_blank_sheet() -> None:
    """Lay another blank sheet on the desk."""
    st.session_state[BLANKS] = int(st.session_state.get(BLANKS, 0)) + 1


def note_put(sheet_id: str, before: str) -> None:
    """Note that the text of a sheet is another than the student wrote, and which it was before: in the browser it can be taken back."""
    puts: dict[str, tuple[int, str]] = st.session_state.setdefault(PUTS, {})
    puts[sheet_id] = puts.get(sheet_id, (0, ""))[0] + 1, before


def put_of(sheet_id: str) -> tuple[int, str]:
    """How often the text of a sheet was changed for the student, and what it was before the last time."""
    puts: dict[str, tuple[int, str]] = st.session_state.get(PUTS, {})
    return puts.get(sheet_id, (0, ""))


def _texts() -> dict[str, str]:
    texts: dict[str, str] = st.session_state.setdefault(TEXTS, {})
    return texts


# -- reviews -------------------------------------------------------------------------------------------------


@dataclass
class PendingReview:
    """A review that was requested. Streamlit may end a run at any of its calls and start again, so that the request and its result must be known
    to the next run."""

    sheet_id: str
    begun: bool = False
    evaluation_id: str = ""
    fault: str = ""


def request_review(sheet_id: str) -> None:
    """Request a review of what stands on a sheet; it starts in the next run, when all callbacks of the click have run, whatever their order."""
    st.session_state[PENDING_REVIEW] = PendingReview(sheet_id)
    st.session_state.pop(FAULT, None)


def pending_review(sheet_id: str, *, refusal: str = "") -> PendingReview | None:
    """The review of a sheet that was requested and has not been made yet.

    A finished one is opened; a refused one leaves its message; one that broke off is forgotten. `refusal`: why none can be made, since nothing is
    stored or what is stored is not what stands in the field; "" where one can.
    """
    pending = st.session_state.get(PENDING_REVIEW)
    if not isinstance(pending, PendingReview) or pending.sheet_id != sheet_id:
        return None
    if not pending.begun and refusal:
        pending = PendingReview(sheet_id, begun=True, fault=refusal)
        st.session_state[REFUSALS] = refusals() + 1
    if not pending.begun:
        return pending
    del st.session_state[PENDING_REVIEW]
    if pending.evaluation_id:
        if sheet_id == blank_sheet():
            lay_blank_sheet()
        open_essay(pending.evaluation_id, REVIEW_PANE)
        st.rerun()
    if pending.fault:
        st.session_state[FAULT] = pending.fault
    return None


def refusals() -> int:
    """How many requests of this session were refused because the text in the field was not stored. The field is told, and where something stands in
    it sends it again."""
    return int(st.session_state.get(REFUSALS, 0))
