"""GET /knowledge-map/{student_id}/peers: fellow students with a like map, or with what one lacks, who agreed to be found.

Only students of the same organisation who opted in, as they stand at the moment of the answer. Among students each is a pseudonym, made
afresh at every consent, until both have agreed; the organisation's own programs, which call over HTTP, get their ids. Nobody's portrait is
ever shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from core.errors import BadParameter, BadRequest, NotFound
from core.knowledge.neighbourhoods import Neighbourhood, neighbourhood
from core.knowledge.point_states import student_of, written
from core.knowledge.wire import Peer, PeerRequestView, Peers, PeersRequest, Subject
from core.learning.matching.neighbours import Match
from core.learning.matching.similarity import UNTOUCHED
from core.learning.sums.states import teaching_order
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.learner import PeerConsent, PeerRequest
from core.tables.points import Points
from core.wire import Bilingual

NO_RELATION = 0.5
"""Similarity of a correlation of 0; nobody below it is called similar."""
POINTS_SHOWN = 5
"""Enough to say what two could do together, and no map of the other."""
DIGITS = 4
GUARDIANS = Bilingual(
    zh="你们班还没有得到家长的同意，学伴功能暂时关闭；请问老师。",
    en="Your class has study peers switched off until guardians agree; ask your teacher.",
)
OPT_IN = Bilingual(zh="请先同意参加学伴匹配。", en="Agree to be matched first.")

Kind = Literal["similar", "complementary"]


def peers(request: PeersRequest, caller: Caller, *, points: Points, store: Store) -> Peers:
    """Up to `limit` peers, half of them similar and half complementary, by similarity.

    Nobody without consent is among them, and who has not opted in sees nobody. Raises `NotFound`.
    """
    organisation_id, student_id = caller.organisation_id, request.student_id
    student_of(student_id, caller, store)
    # 1. Who asks, and what they know.
    if store.consent(organisation_id, student_id) is None:
        return Peers(student_id=student_id, peers=[], opted_in=False)
    learner = store.learner(organisation_id, student_id)
    if learner is None:
        return Peers(student_id=student_id, peers=[], opted_in=True)
    # 2. The best matches, without those of whom one has declined the other.
    asked = store.peer_requests(organisation_id, student_id)
    without = {student_id, *(_other(each, student_id) for each in asked if each.status == "declined")}
    kept = neighbourhood(store, organisation_id, points=len(points.rows))
    vector = _of_subject(learner.vector, points, request.subject)
    # 3. Those who consent at this moment, under their pseudonyms.
    found = _willing(kept, vector, request.limit, without, organisation_id, store)
    agreed = {_other(each, student_id) for each in asked if each.status == "accepted"}
    # Others' vectors are whole: who could teach points outside the subject alone has nothing to give here.
    complementary = [match for match in found.complementary if _first(match.teaches, points, request.subject)]
    chosen = _mixed(found.similar, complementary, request.limit)
    faces = _faces(store, organisation_id, found.consents, agreed)
    if caller.call is not None:
        faces = {peer_id: replace(face, student_id=peer_id) for peer_id, face in faces.items()}
    made = [_peer(match, kind, faces[match.student_id], points, request.subject) for match, kind in chosen]
    made.sort(key=lambda peer: -peer.similarity)
    return Peers(student_id=student_id, peers=made, opted_in=True)


# -- consent and requests -----------------------------------------------------------------------------------


def opt_in(student_id: str, caller: Caller, *, on: bool, store: Store, clock: Clock, identifiers: Identifiers) -> None:
    """Consent to be matched, under a fresh pseudonym; or withdraw it, with every request from and to the student.

    Consenting twice changes nothing. Raises `BadRequest` while guardians of the student's class have not consented.
    """
    if on and store.lacks_consent(caller.organisation_id, student_id):
        raise BadRequest(f"The guardians of {student_id!r}'s class have not consented.", remedy=GUARDIANS)
    if on:
        pseudonym = identifiers.new("peer")
        store.give_consent(PeerConsent(caller.organisation_id, student_id, pseudonym, clock.now()))
    else:
        store.withdraw_consent(caller.organisation_id, student_id)


def ask(
    student_id: str, pseudonym: str, caller: Caller, *, store: Store, clock: Clock, identifiers: Identifiers
) -> bool:
    """Ask the student behind a pseudonym to study together.

    False when a request between the two stands already, or the other has declined before. Raises `NotFound` for a
    pseudonym that is nobody's (any more), `BadRequest` before one has opted in, `BadParameter` for one's own.
    """
    organisation_id = caller.organisation_id
    if store.consent(organisation_id, student_id) is None:
        raise BadRequest(f"The student {student_id!r} has not opted in to be matched.", remedy=OPT_IN)
    asked = store.consent_by_pseudonym(organisation_id, pseudonym)
    if asked is None:
        raise NotFound(f"There is no student under the pseudonym {pseudonym!r}.")
    if asked.student_id == student_id:
        raise BadParameter.of("pseudonym", f"{pseudonym!r} is one's own")
    request_id = identifiers.new("pr")
    return store.add_peer_request(
        PeerRequest(request_id, organisation_id, student_id, asked.student_id, "open", clock.now())
    )


def answer(student_id: str, request_id: str, caller: Caller, *, accepted: bool, store: Store, clock: Clock) -> bool:
    """Accept or decline a request to oneself; False when there is no open one of that id."""
    mine = {
        each.request_id
        for each in store.peer_requests(caller.organisation_id, student_id)
        if each.to_student_id == student_id
    }
    if request_id not in mine:
        return False
    return store.settle_peer_request(caller.organisation_id, request_id, accepted=accepted, at=clock.now())


def requests(student_id: str, caller: Caller, *, store: Store) -> list[PeerRequestView]:
    """Requests from and to the student, newest first; a name only where both agreed."""
    organisation_id = caller.organisation_id
    asked = store.peer_requests(organisation_id, student_id)
    others = sorted({_other(each, student_id) for each in asked})
    consents = {each.student_id: each for each in store.consents(organisation_id, others)}
    agreed = {_other(each, student_id) for each in asked if each.status == "accepted"}
    faces = _faces(store, organisation_id, consents, agreed)
    return [
        PeerRequestView(
            request_id=each.request_id,
            peer=face.name or face.student_id,
            from_me=each.student_id == student_id,
            status=each.status,
            created_at=written(each.created_at),
        )
        for each in asked
        if (face := faces.get(_other(each, student_id))) is not None
    ]


@dataclass(frozen=True)
class Willing:
    """Matches of both kinds, each with a consent that stands."""

    similar: list[Match]
    complementary: list[Match]
    consents: dict[str, PeerConsent]


def _willing(
    neighbours: Neighbourhood, vector: bytes, limit: int, without: Collection[str], organisation_id: str, store: Store
) -> Willing:
    """Up to `limit` of each kind, searched again for as long as somebody found has withdrawn in the meantime."""
    while True:
        similar, complementary = neighbours.search(vector, limit, without=without)
        similar = [match for match in similar if match.similarity > NO_RELATION]
        found = {match.student_id for match in (*similar, *complementary)}
        consents = {each.student_id: each for each in store.consents(organisation_id, sorted(found))}
        withdrawn = found - consents.keys()
        if not withdrawn:
            return Willing(similar, complementary, consents)
        neighbours.forget(withdrawn)


# -- parts ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """What is shown of a peer: a pseudonym, or id and name once both agreed; over HTTP always the id."""

    student_id: str
    name: str
    agreed: bool


def _faces(
    store: Store, organisation_id: str, consents: Mapping[str, PeerConsent], agreed: Iterable[str]
) -> dict[str, Face]:
    faces = {student_id: Face(consent.pseudonym, "", agreed=False) for student_id, consent in consents.items()}
    for student_id in agreed:
        student = store.student(organisation_id, student_id)
        if student is not None and student_id in consents:
            faces[student_id] = Face(student_id, student.name or student_id, agreed=True)
    return faces


def _other(request: PeerRequest, student_id: str) -> str:
    return request.to_student_id if request.student_id == student_id else request.student_id


def _of_subject(vector: bytes, points: Points, subject: Subject) -> bytes:
    """The vector with the points outside a subject masked."""
    outside = np.array([subject not in row.subjects for row in points.rows])
    values = np.frombuffer(vector, dtype=np.uint8)
    return np.where(outside, np.uint8(UNTOUCHED), values).astype(np.uint8).tobytes()


def _mixed(similar: Sequence[Match], complementary: Sequence[Match], limit: int) -> list[tuple[Match, Kind]]:
    """Half of each kind, the odd one similar, nobody twice; where one kind runs out the other takes its places."""
    chosen: dict[str, tuple[Match, Kind]] = {}
    turns = _in_turn(similar, complementary)
    while len(chosen) < limit and (turn := next(turns, None)) is not None:
        chosen.setdefault(turn[0].student_id, turn)
    return list(chosen.values())


def _in_turn(similar: Sequence[Match], complementary: Sequence[Match]) -> Iterator[tuple[Match, Kind]]:
    for index in range(max(len(similar), len(complementary))):
        if index < len(similar):
            yield similar[index], "similar"
        if index < len(complementary):
            yield complementary[index], "complementary"


def _peer(match: Match, kind: Kind, face: Face, points: Points, subject: Subject) -> Peer:
    return Peer(
        student_id=face.student_id,
        similarity=round(match.similarity, DIGITS),
        knowledge_overlap=match.shared,
        kind=kind,
        agreed=face.agreed,
        name=face.name,
        teaches=_first(match.teaches, points, subject),
        learns=_first(match.learns, points, subject),
    )


def _first(indexes: Iterable[int], points: Points, subject: Subject) -> list[str]:
    """The first of the subject's points in teaching order."""
    order = teaching_order(points)
    ids = [row.id for row in (points.rows[index] for index in indexes) if subject in row.subjects]
    return sorted(ids, key=order.__getitem__)[:POINTS_SHOWN]
