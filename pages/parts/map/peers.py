"""Study peers: consent with what it means, matches under pseudonyms, asking and answering."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.errors import WenluError
from core.knowledge.wire import Peer, PeerRequestView, PeersRequest
from core.tables.points import KnowledgePoint
from pages.parts.figures import number
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import names_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

CONSENT = "peers_on"
ERROR = "peers_error"
PSEUDONYM_PREFIX = "peer_"


def draw_peers(who: Visitor) -> None:
    """The switch of consent, the requests of others, the peers who fit."""
    st.subheader(_("Study peers"))
    peers = who.core.knowledge.peers(PeersRequest(student_id=who.student_id), who.caller)
    st.toggle(_("Find study peers for me"), value=peers.opted_in, key=CONSENT, on_change=_change_consent, args=(who,))
    st.caption(
        _(
            "Off at first. When it is on, students of your organisation who switched it on too can see: a made-up name, how alike your maps are, and which points you could teach each other. Your name is shown only after both of you agree; your portrait, answers and reports are never shown. When you switch it off, your made-up name and all requests are deleted."
        )
    )
    if error := st.session_state.pop(ERROR, None):
        st.warning(escaped(error), icon=":material/info:")
    if not peers.opted_in:
        return
    requests = who.core.knowledge.peer_requests(who.student_id, who.caller)
    _draw_requests(who, requests)
    asked_peers = {request.peer for request in requests if request.status == "open"}
    rows = who.core.tables.points.by_id
    for peer in peers.peers:
        _draw_peer(who, peer, rows, asked_peers)
    if not peers.peers:
        st.markdown(
            _(
                "Nobody fits yet: others have to switch this on too, and the two of you need at least 30 points that both have practised. Practise a few more rounds and look again later."
            )
        )


def _change_consent(who: Visitor) -> None:
    try:
        who.core.knowledge.opt_in(who.student_id, who.caller, on=bool(st.session_state[CONSENT]))
    except WenluError as error:
        st.session_state[ERROR] = error.remedy(language())


def _draw_requests(who: Visitor, requests: list[PeerRequestView]) -> None:
    """Open requests: those of others with buttons to accept and decline, and the student's own that wait for an answer."""
    for request in requests:
        if request.status != "open":
            continue
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            if request.from_me:
                st.markdown(
                    _("You asked **{peer}** and are waiting for an answer.").format(
                        peer=escaped(peer_name(request.peer))
                    )
                )
                continue
            st.markdown(_("**{peer}** would like to study with you.").format(peer=escaped(peer_name(request.peer))))
            for accepted, label, icon in (
                (True, _("Accept"), ":material/check:"),
                (False, _("No, thanks"), ":material/close:"),
            ):
                st.button(
                    label, icon=icon, key=f"peer_{accepted}_{request.request_id}",
                    on_click=_answer, args=(who, request.request_id, accepted),
                )  # fmt: skip


def _answer(who: Visitor, request_id: str, accepted: bool) -> None:
    if not who.core.knowledge.answer_peer(who.student_id, request_id, who.caller, accepted=accepted):
        st.session_state[ERROR] = _("This request has already been answered or taken back.")


def _draw_peer(who: Visitor, peer: Peer, rows: Mapping[str, KnowledgePoint], asked_peers: set[str]) -> None:
    with st.container(border=True):
        st.markdown(
            f"**{escaped(peer_name(peer.name or peer.student_id))}** · {kind_text(peer)}  \n:small[{similarity_text(peer)}]"
        )
        if peer.teaches:
            st.markdown(_("Could help you with: {points}").format(points=names_of(peer.teaches, dict(rows))))
        if peer.learns:
            st.markdown(_("You could help with: {points}").format(points=names_of(peer.learns, dict(rows))))
        if peer.agreed:
            st.badge(_("You agreed to study together"), icon=":material/handshake:", color="green")
        elif peer.student_id not in asked_peers:
            st.button(
                _("Ask to study together"), icon=":material/waving_hand:", key=f"peer_ask_{peer.student_id}",
                on_click=_ask, args=(who, peer.student_id),
            )  # fmt: skip


def peer_name(name: str) -> str:
    """A name as it is; a pseudonym (`peer_` and hexadecimal digits) as `Peer 3F2A`."""
    return _("Peer {code}").format(code=name[-4:].upper()) if name.startswith(PSEUDONYM_PREFIX) else name


def kind_text(peer: Peer) -> str:
    """Whether the peer is similar or complementary, in words."""
    if peer.kind == "similar":
        return _("knows much the same as you")
    return _("knows what you do not, and the other way round")


def similarity_text(peer: Peer) -> str:
    """`91 % alike on 96 points that both have practised`."""
    points = ngettext(
        "{count} point that both have practised", "{count} points that both have practised", peer.knowledge_overlap
    )
    return _("{share} % alike on {points}").format(share=number(100 * peer.similarity), points=points)


def _ask(who: Visitor, pseudonym: str) -> None:
    try:
        if not who.core.knowledge.ask_peer(who.student_id, pseudonym, who.caller):
            st.session_state[ERROR] = _("There is already a request between the two of you.")
    except WenluError as error:
        st.session_state[ERROR] = error.remedy(language())
