"""Requests for more calls: the organisation's own with their state, a form for another; on the operator's page those of all that wait."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.quota import LONGEST_REASON, MOST_CALLS, MOST_OPEN, QuotaRequestBody, WaitingRequest
from core.errors import BadParameter, BadRequest, NotFound, WenluError
from core.records.access import Tier
from core.records.quota import QuotaRequest, RequestKind, RequestState
from pages.parts.admin.quota import tier_names
from pages.parts.dates import day_name, month_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

SHOWN = 5
"""Answered requests that are shown beside the open ones; the others lie folded."""
MOST_SHOWN = 50
SAID, REFUSED = "quota_request_said", "quota_request_refused"
"""Session state: what the last button did, and why it did nothing."""


def draw_requests(who: Visitor) -> None:
    """What was asked for and what became of it, the form, and what waits for this organisation's answer."""
    st.subheader(_("Requests for more calls"), anchor=False)
    if message := st.session_state.pop(SAID, None):
        st.success(message, icon=":material/check:")
    if message := st.session_state.pop(REFUSED, None):
        st.error(escaped(message), icon=":material/error:")
    requests = who.core.quota.requests(who.caller)
    in_demo = who.core.administration.organisation(who.caller).demo
    if in_demo:  # whoever comes by may enter it
        st.markdown(_("In the demo nothing is asked for. A school's administrator asks here for more calls in this month, or for another plan."))  # fmt: skip
    elif not requests:
        st.markdown(_("Nothing was asked for yet. More calls in this month, or another plan, are asked for here."))
    waiting = [request for request in requests if request.state == "open"]
    over = [request for request in requests if request.state != "open"]
    for request in [*waiting, *over[:SHOWN]]:
        _draw_request(who, request)
    _draw_earlier(over[SHOWN : SHOWN + MOST_SHOWN])
    if len(waiting) >= MOST_OPEN:
        st.caption(ngettext("{count} request waits: no more can.", "{count} requests wait: no more can.", len(waiting)))
    elif not in_demo:
        _draw_form(who, len(requests))
    if who.core.upkeep.is_named_operator(who.caller):
        _draw_waiting(who, who.core.quota.waiting(who.caller))


def _draw_request(who: Visitor, request: QuotaRequest) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(request_text(request), width="stretch")
        if request.state == "open":
            st.button(
                _("Withdraw"),
                type="tertiary",
                icon=":material/undo:",
                key=f"withdraw_{request.request_id}",
                on_click=_withdraw,
                args=(who, request.request_id),
            )


def _draw_earlier(requests: Sequence[QuotaRequest]) -> None:
    if requests:
        with st.expander(_("Earlier requests ({count})").format(count=len(requests))):
            for request in requests:
                st.markdown(request_text(request))


def request_text(request: QuotaRequest) -> str:
    """What was asked for, why, and what became of it; Markdown."""
    colour, icon, state = _states()[request.state]
    made = _("{day}, {where}").format(
        day=day_name(request.made_at), where=_("with an API key") if request.key_id else _("on these pages")
    )
    answer = f" {answer_text(request)}" if request.state in ("granted", "refused") else ""
    return (
        f"**{asked_text(request)}** :{colour}-badge[:material/{icon}: {state}]{answer}  \n"
        f"{escaped(request.reason)}  \n:small[:gray[{made}]]"
    )


def asked_text(request: QuotaRequest) -> str:
    """`50,000 more calls in this month`, `another plan: Professional`; what is left open the operator decides."""
    if request.kind == "temporary":
        if request.calls is None:
            return _("More calls in {month}").format(month=month_name(request.period))
        return ngettext(
            "{count:,} more call in {month}",
            "{count:,} more calls in {month}",
            request.calls,
            month=month_name(request.period),
        )
    parts = [tier_names()[request.tier]] if request.tier else []
    if request.calls is not None:
        parts.append(ngettext("{count:,} call a month", "{count:,} calls a month", request.calls))
    wanted = _(", ").join(parts)
    return _("Another plan: {wanted}").format(wanted=wanted) if wanted else _("Another plan")


def answer_text(request: QuotaRequest) -> str:
    """What was granted, and when it was answered."""
    parts = [tier_names()[request.granted_tier]] if request.granted_tier else []
    if request.granted_calls is not None:
        parts.append(ngettext("{count:,} call", "{count:,} calls", request.granted_calls))
    if request.answered_at is not None:
        parts.append(day_name(request.answered_at))
    return _(", ").join(parts)


def _states() -> dict[RequestState, tuple[str, str, str]]:
    """Colour, icon and name of each state."""
    return {
        "open": ("blue", "hourglass_empty", _("waits for the operator")),
        "granted": ("green", "check", _("granted")),
        "refused": ("orange", "block", _("refused")),
        "withdrawn": ("gray", "undo", _("withdrawn")),
    }


def _kinds() -> dict[RequestKind, str]:
    return {"temporary": _("More calls this month"), "upgrade": _("Another plan")}


def _draw_form(who: Visitor, request_count: int) -> None:
    """The form for another request. Its widget keys hold the number of requests, so that it is empty again once one is made."""
    with st.expander(_("Ask the operator for more"), icon=":material/add:", key=f"asking_{request_count}"):
        kind: RequestKind = st.segmented_control(
            _("What do you need?"),
            list(_kinds()),
            default="temporary",
            format_func=_kinds().__getitem__,
            required=True,
            key=f"request_kind_{request_count}",
        )
        with st.form(f"quota_request_{request_count}", border=False):
            tier = None
            if kind == "upgrade":
                tier = st.selectbox(
                    _("Plan"),
                    list(tier_names()),
                    index=None,
                    format_func=tier_names().__getitem__,
                    placeholder=_("The operator decides"),
                    key=f"request_tier_{request_count}",
                )
            calls = st.number_input(
                _("How many more calls?") if kind == "temporary" else _("How many calls a month?"),
                min_value=1,
                max_value=MOST_CALLS,
                value=None,
                placeholder=_("The operator decides"),
                key=f"request_calls_{request_count}",
            )
            reason = st.text_area(
                _("What for? Name no student."),
                max_chars=LONGEST_REASON,
                key=f"request_reason_{request_count}",
            )
            if st.form_submit_button(_("Send the request"), type="primary"):
                _send(who, kind, calls, tier, reason)


def _send(who: Visitor, kind: RequestKind, calls: int | None, tier: Tier | None, reason: str) -> None:
    said = reason.replace("\x00", "").strip()
    if not said:
        st.error(_("Say in a few words what the calls are for; the operator reads it."), icon=":material/error:")
        return
    try:
        who.core.quota.ask(QuotaRequestBody(kind=kind, calls=calls, tier=tier, reason=said), who.caller)
    except WenluError as error:
        st.error(escaped(f"{error} {error.remedy(language())}"), icon=":material/error:")
        return
    st.session_state[SAID] = _("The request is with the operator. The answer stands here.")
    st.rerun()


def _withdraw(who: Visitor, request_id: str) -> None:
    try:
        who.core.quota.withdraw(request_id, who.caller)
    except (BadRequest, NotFound):
        st.session_state[REFUSED] = _("The request was answered meanwhile.")
    except WenluError as error:
        st.session_state[REFUSED] = f"{error} {error.remedy(language())}"
    else:
        st.session_state[SAID] = _("The request is withdrawn.")


def _draw_waiting(who: Visitor, waiting: Sequence[WaitingRequest]) -> None:
    """The operator's side: every organisation's open requests, each with its answer."""
    st.markdown(f"**{_('Waiting for your answer, of all schools')}**")
    if not waiting:
        st.markdown(_("No request waits."))
    this_month = who.core.administration.quota(who.caller).period
    for each in waiting:
        _draw_answer(who, each, offered=_calls_offered(each.request, this_month))


def _calls_offered(request: QuotaRequest, this_month: str) -> int | None:
    """The number that stands in the field at first: what was asked for, unless that was for a month that is over."""
    is_over = request.kind == "temporary" and request.period != this_month
    return None if is_over else request.calls


def _draw_answer(who: Visitor, waiting: WaitingRequest, *, offered: int | None) -> None:
    request = waiting.request
    with st.container(border=True):
        st.markdown(f"{escaped(waiting.organisation)}: {request_text(request)}")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            if request.kind == "upgrade":
                tiers = list(tier_names())
                st.selectbox(
                    _("Plan"),
                    tiers,
                    index=tiers.index(request.tier) if request.tier else None,
                    format_func=tier_names().__getitem__,
                    placeholder=_("as it is"),
                    key=f"grant_tier_{request.request_id}",
                    width=180,
                )
            st.number_input(
                _("Calls"),
                min_value=1,
                max_value=MOST_CALLS,
                value=offered,
                placeholder=_("as the plan has") if request.kind == "upgrade" else "",
                key=f"grant_calls_{request.request_id}",
                width=180,
            )
            st.button(
                _("Grant"),
                icon=":material/check:",
                key=f"grant_{request.request_id}",
                on_click=_grant,
                args=(who, request, offered),
            )
            st.button(
                _("Refuse"),
                type="tertiary",
                key=f"refuse_{request.request_id}",
                on_click=_refuse,
                args=(who, request.request_id),
            )


def _grant(who: Visitor, request: QuotaRequest, offered: int | None) -> None:
    # The fields are read here: what was typed since they were drawn comes together with the press.
    calls: int | None = st.session_state.get(f"grant_calls_{request.request_id}")
    tier: Tier | None = st.session_state.get(f"grant_tier_{request.request_id}")
    if (calls, tier) == (offered, request.tier if request.kind == "upgrade" else None):
        # Left as they were, they are not the operator's word: the core refuses what would take calls away.
        calls, tier = None, None
    try:
        who.core.quota.grant(request.request_id, who.caller, calls=calls, tier=tier)
    except BadParameter as error:
        said = _("Say how many calls, or which plan; nothing was changed.")
        st.session_state[REFUSED] = f"{said} ({'; '.join(fault.message for fault in error.faults)})"
    except WenluError as error:
        st.session_state[REFUSED] = f"{error} {error.remedy(language())}"
    else:
        st.session_state[SAID] = _("Answered; the school sees it here.")


def _refuse(who: Visitor, request_id: str) -> None:
    try:
        who.core.quota.refuse(request_id, who.caller)
    except WenluError as error:
        st.session_state[REFUSED] = f"{error} {error.remedy(language())}"
    else:
        st.session_state[SAID] = _("Answered; the school sees it here.")
