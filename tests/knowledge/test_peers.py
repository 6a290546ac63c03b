"""Peers: who is matched, what is shown, and who never is."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from core.errors import BadParameter, BadRequest, NotFound
from core.knowledge import peers as peering
from core.knowledge.wire import Peers, PeersRequest
from core.learning.matching.neighbours import Match, Neighbours
from core.learning.matching.similarity import LEAST_SHARED, MET_AT, UNTOUCHED, complementarities, means, similarities
from core.records.access import Caller
from core.records.students import Student
from core.store.tables.columns import table, to_micros
from core.store.tables.learner import LearnerStateTable
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.knowledge.classroom import CALLER, TABLES, Classroom, new_classroom
from tests.store.test_peers import put_vector

POINTS = 853
OTHER = Caller("other", CALLER.permissions)


@pytest.fixture
def classroom(clock: StoppedClock) -> Classroom:
    return new_classroom(clock)


def join(classroom: Classroom, *student_ids: str, organisation: str = "org", value: int | None = None) -> None:
    """Students with 60 shared points, who have opted in."""
    for place, student_id in enumerate(student_ids):
        at = classroom.clock.now()
        classroom.store.put_student(Student(organisation, student_id, f"name of {student_id}", None, at))
        put_vector(classroom.store, student_id, 255, at=at, organisation=organisation)
        give(classroom, student_id, vector(place if value is None else value), organisation=organisation)
        opt_in(classroom, student_id, caller=CALLER if organisation == "org" else OTHER)


def vector(seed: int, *, shared: int = 60) -> bytes:
    """Evidence on the first points: a pattern that all have, and the seed's own deviations."""
    pattern, own = random.Random(0), random.Random(seed)
    values = [max(0, min(200, round(pattern.gauss(120, 40) + own.gauss(0, 15)))) for _ in range(shared)]
    return bytes([*values, *[255] * (POINTS - shared)])


def give(classroom: Classroom, student_id: str, values: bytes, *, organisation: str = "org") -> None:
    """Another vector, as of now."""
    state = table(LearnerStateTable)
    with classroom.store.write() as connection:
        connection.execute(
            state.update()
            .where(state.c.organisation_id == organisation, state.c.student_id == student_id)
            .values(vector=values, updated_at=to_micros(classroom.clock.now()))
        )


def opt_in(classroom: Classroom, student_id: str, *, on: bool = True, caller: Caller = CALLER) -> None:
    """The student's word, a second after whatever was before."""
    classroom.clock.advance(timedelta(seconds=1))
    store, clock, identifiers = classroom.store, classroom.clock, classroom.identifiers
    peering.opt_in(student_id, caller, on=on, store=store, clock=clock, identifiers=identifiers)


def peers(classroom: Classroom, student_id: str = "s1", caller: Caller = CALLER, **changed: Any) -> Peers:
    """What a student sees."""
    asked = PeersRequest(student_id=student_id, **changed)
    return peering.peers(asked, caller, points=TABLES.points, store=classroom.store)


def shown(classroom: Classroom, student_id: str = "s1") -> set[str]:
    """The students behind what a student sees."""
    consents = {each.pseudonym: each.student_id for each in classroom.store.consents("org")}
    return {consents.get(peer.student_id, peer.student_id) for peer in peers(classroom, student_id, limit=50).peers}


def ask(classroom: Classroom, student_id: str, asked: str) -> bool:
    """Ask a student, through the pseudonym."""
    consent = classroom.store.consent("org", asked)
    assert consent is not None
    store, clock, identifiers = classroom.store, classroom.clock, classroom.identifiers
    return peering.ask(student_id, consent.pseudonym, CALLER, store=store, clock=clock, identifiers=identifiers)


def answer(classroom: Classroom, student_id: str, *, accepted: bool) -> bool:
    """Answer the newest request to a student."""
    request_id = next(
        each.request_id for each in classroom.store.peer_requests("org", student_id) if each.to_student_id == student_id
    )
    return peering.answer(
        student_id, request_id, CALLER, accepted=accepted, store=classroom.store, clock=classroom.clock
    )


# -- who is matched ----------------------------------------------------------------------------------------


def test_an_unknown_student_has_no_peers(classroom: Classroom) -> None:
    with pytest.raises(NotFound, match="There is no student 's1'"):
        peers(classroom)


def test_who_has_not_opted_in_sees_nobody_and_is_seen_by_nobody(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    opt_in(classroom, "s1", on=False)
    assert peers(classroom) == Peers(student_id="s1", peers=[], opted_in=False)
    assert shown(classroom, "s2") == {"s3"}


def test_who_opted_in_and_has_no_record_yet_sees_nobody(classroom: Classroom) -> None:
    join(classroom, "s2")
    classroom.join("s1")
    opt_in(classroom, "s1")
    assert peers(classroom) == Peers(student_id="s1", peers=[], opted_in=True)


def test_only_students_of_the_same_organisation_are_matched(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    join(classroom, "s3", "s4", organisation="other")
    assert shown(classroom) == {"s2"}
    assert len(peers(classroom, "s3", OTHER).peers) == 1


def test_fewer_than_thirty_shared_points_are_no_comparison(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    give(classroom, "s2", vector(2, shared=LEAST_SHARED - 1))
    give(classroom, "s3", vector(3, shared=LEAST_SHARED))
    assert shown(classroom) == {"s3"}
    assert peers(classroom).peers[0].knowledge_overlap == LEAST_SHARED


def test_the_list_follows_every_change_of_consent_and_of_vectors(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    assert shown(classroom) == {"s2", "s3"}
    opt_in(classroom, "s2", on=False)
    assert shown(classroom) == {"s3"}
    opt_in(classroom, "s2")
    join(classroom, "s4")
    assert shown(classroom) == {"s2", "s3", "s4"}
    classroom.clock.advance(timedelta(seconds=1))
    give(classroom, "s4", bytes([UNTOUCHED]) * POINTS)
    assert shown(classroom) == {"s2", "s3"}


def test_who_withdraws_behind_the_memory_s_back_is_not_shown(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    join(classroom, "s1", "s2", "s3")
    stamp = classroom.store.peer_stamp("org")
    peers(classroom)
    monkeypatch.setattr(classroom.store, "peer_stamp", lambda _: stamp)
    opt_in(classroom, "s2", on=False)
    assert shown(classroom) == {"s3"}


def test_an_erased_student_is_not_shown(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    peers(classroom)
    classroom.store.erase_student("org", "s2")
    assert shown(classroom) == {"s3"}


def test_nobody_without_consent_in_a_thousand_looks_between_changes(classroom: Classroom) -> None:
    names = [f"s{number}" for number in range(12)]
    join(classroom, *names)
    willing = set(names)
    rng = random.Random(7)
    for _ in range(1000):
        name = rng.choice(names)
        if rng.random() < 0.3:
            opt_in(classroom, name, on=name not in willing)
            willing ^= {name}
        assert shown(classroom, name) <= willing - {name}


# -- what is shown -------------------------------------------------------------------------------------------


def test_the_nearest_is_first_and_the_figures_are_those_of_the_definition(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3", "s4")
    give(classroom, "s3", vector(0))
    found = peers(classroom).peers
    assert [peer.similarity for peer in found] == sorted((peer.similarity for peer in found), reverse=True)
    # Equal vectors: r = 1 over 60 shared points, shrunk to 60 / 90.
    assert (found[0].similarity, found[0].knowledge_overlap) == (round((1 + 60 / 90) / 2, 4), 60)


def test_similar_and_complementary_peers_are_mixed_and_nobody_stands_twice(classroom: Classroom) -> None:
    join(classroom, *[f"s{number}" for number in range(1, 21)])
    found = peers(classroom, limit=10).peers
    assert len(found) == len({peer.student_id for peer in found}) == 10
    assert [sum(peer.kind == kind for peer in found) for kind in ("similar", "complementary")] == [5, 5]


def test_complementary_peers_can_teach_each_other(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    strong, weak = [190, 180] * 20, [40, 50] * 20
    give(classroom, "s1", bytes([*strong, *weak, *[255] * (POINTS - 80)]))
    give(classroom, "s2", bytes([*weak, *strong, *[255] * (POINTS - 80)]))
    (peer,) = peers(classroom).peers
    ids = [row.id for row in TABLES.points.rows]
    assert (peer.kind, len(peer.teaches), len(peer.learns)) == ("complementary", 5, 5)
    assert set(peer.teaches) <= set(ids[40:80])
    assert set(peer.learns) <= set(ids[:40])


def test_before_both_agree_a_peer_is_a_pseudonym_without_a_name(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    ask(classroom, "s1", "s2")
    (peer,) = peers(classroom).peers
    assert peer.student_id.startswith("peer_")
    assert (peer.name, peer.agreed) == ("", False)
    (request,) = peering.requests("s2", CALLER, store=classroom.store)
    assert (request.peer.startswith("peer_"), request.from_me, request.status) == (True, False, "open")


def test_after_both_agree_each_sees_the_other_s_name(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    ask(classroom, "s1", "s2")
    assert answer(classroom, "s2", accepted=True)
    (peer,) = peers(classroom).peers
    assert (peer.student_id, peer.name, peer.agreed) == ("s2", "name of s2", True)
    (request,) = peering.requests("s2", CALLER, store=classroom.store)
    assert (request.peer, request.status) == ("name of s1", "accepted")


def test_who_declined_is_not_matched_with_the_asker_again(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    ask(classroom, "s1", "s2")
    answer(classroom, "s2", accepted=False)
    assert shown(classroom) == {"s3"}
    assert shown(classroom, "s2") == {"s3"}
    assert not ask(classroom, "s1", "s2")


def test_consenting_again_after_withdrawing_gives_a_fresh_pseudonym_and_no_requests(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    ask(classroom, "s1", "s2")
    (before,) = peers(classroom).peers
    opt_in(classroom, "s2", on=False)
    opt_in(classroom, "s2")
    (after,) = peers(classroom).peers
    assert before.student_id != after.student_id
    assert peering.requests("s1", CALLER, store=classroom.store) == []


def test_preparatory_education_compares_its_own_points_alone(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    outside = np.array(["ykk" not in row.subjects for row in TABLES.points.rows])
    for name in ("s1", "s2"):
        give(classroom, name, np.where(outside, 150, 255).astype(np.uint8).tobytes())
    assert peers(classroom, subject="ykk").peers == []


def test_who_can_teach_points_outside_the_subject_alone_is_no_complement_in_it(classroom: Classroom) -> None:
    join(classroom, "s1", "s2")
    inside = [place for place, row in enumerate(TABLES.points.rows) if "ykk" in row.subjects][:40]
    outside = [place for place, row in enumerate(TABLES.points.rows) if "ykk" not in row.subjects][:30]
    mine, theirs = bytearray([UNTOUCHED] * POINTS), bytearray([UNTOUCHED] * POINTS)
    for number, place in enumerate(inside):
        mine[place], theirs[place] = (200, 30) if number < 20 else (40, 50)
    for place in outside:
        theirs[place] = 200
    classroom.clock.advance(timedelta(seconds=1))
    give(classroom, "s1", bytes(mine))
    give(classroom, "s2", bytes(theirs))
    assert [peer.kind for peer in peers(classroom).peers] == ["complementary"]
    assert peers(classroom, subject="ykk").peers == []


# -- asking --------------------------------------------------------------------------------------------------


def test_a_request_can_be_answered_by_the_one_who_was_asked_alone_and_once(classroom: Classroom) -> None:
    join(classroom, "s1", "s2", "s3")
    ask(classroom, "s1", "s2")
    (request,) = classroom.store.peer_requests("org", "s1")
    for name in ("s1", "s3"):
        assert not peering.answer(
            name, request.request_id, CALLER, accepted=True, store=classroom.store, clock=classroom.clock
        )
    assert answer(classroom, "s2", accepted=True)
    assert not answer(classroom, "s2", accepted=False)


@pytest.mark.parametrize(
    ("pseudonym", "error", "complaint"),
    [
        ("peer_nobody", NotFound, "There is no student under the pseudonym 'peer_nobody'"),
        ("s2", NotFound, "There is no student under the pseudonym 's2'"),
        ("own", BadParameter, "is one's own"),
    ],
)
def test_only_a_pseudonym_of_another_can_be_asked(
    classroom: Classroom, pseudonym: str, error: type[Exception], complaint: str
) -> None:
    join(classroom, "s1", "s2")
    own = classroom.store.consent("org", "s1")
    assert own is not None
    named = own.pseudonym if pseudonym == "own" else pseudonym
    store, clock = classroom.store, classroom.clock
    with pytest.raises(error, match=complaint):
        peering.ask("s1", named, CALLER, store=store, clock=clock, identifiers=CountingIdentifiers())


def test_who_has_not_opted_in_cannot_ask(classroom: Classroom) -> None:
    join(classroom, "s2")
    classroom.join("s1")
    with pytest.raises(BadRequest, match="'s1' has not opted in"):
        ask(classroom, "s1", "s2")


# -- the search ------------------------------------------------------------------------------------------------


def population(count: int, *, seed: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Vectors with half of 200 points touched at random, around two patterns."""
    rng = np.random.default_rng(seed)
    patterns = rng.normal(110, 45, (2, 200))
    values = patterns[rng.integers(0, 2, count)] + rng.normal(0, 40, (count, 200))
    touched = rng.random((count, 200)) < rng.uniform(0.1, 0.9, (count, 1))
    return np.where(touched, np.clip(values, 0, 200), UNTOUCHED).astype(np.uint8)


def kept(vectors: np.ndarray[Any, np.dtype[np.uint8]]) -> Neighbours:
    """All of them, under their numbers."""
    made = Neighbours(vectors.shape[1])
    made.put((f"{number:05d}", row.tobytes()) for number, row in enumerate(vectors))
    return made


def test_the_search_finds_what_the_definition_ranks_first() -> None:
    vectors = population(6_000, seed=1)
    neighbours = kept(vectors)
    found = wanted = 0
    for number in range(40):
        scores, shared = similarities(vectors[number], vectors, means(vectors))
        scores[number] = -1
        best = sorted(np.flatnonzero(shared >= LEAST_SHARED), key=lambda place: -scores[place])[:10]
        matches = neighbours.similar(vectors[number].tobytes(), 10, without=[f"{number:05d}"])
        for match in matches:
            assert match.similarity == pytest.approx(float(scores[int(match.student_id)]), abs=1e-5)
        found += len({int(match.student_id) for match in matches} & {int(place) for place in best if place != number})
        wanted += min(10, len([place for place in best if place != number]))
    assert found >= 0.99 * wanted


def test_the_similarity_is_the_shrunk_correlation_over_shared_points() -> None:
    vectors = population(200, seed=2)
    scores, shared = similarities(vectors[0], vectors, means(vectors))
    for other in range(1, 200):
        both = (vectors[0] != UNTOUCHED) & (vectors[other] != UNTOUCHED)
        assert shared[other] == both.sum()
        if both.sum() < LEAST_SHARED:
            assert scores[other] == 0
            continue
        own, theirs = (
            vectors[place][both] - vectors[place][vectors[place] != UNTOUCHED].mean() for place in (0, other)
        )
        correlation = own @ theirs / np.sqrt((own @ own) * (theirs @ theirs))
        assert scores[other] == pytest.approx((1 + correlation * both.sum() / (both.sum() + 30)) / 2, abs=1e-5)


def test_complementary_students_are_those_with_the_largest_exchange() -> None:
    vectors = population(3_000, seed=3)
    matches = kept(vectors).complementary(vectors[0].tobytes(), 5, without=["00000"])
    known = (vectors >= MET_AT) & (vectors != UNTOUCHED)
    shared = ((vectors != UNTOUCHED) & (vectors[0] != UNTOUCHED)).sum(axis=1)
    both = (known & known[0]).sum(axis=1).astype(np.float32)
    scores = complementarities(known.sum(axis=1) - both, known[0].sum() - both, both)
    scores[(shared < LEAST_SHARED) | (np.arange(3_000) == 0)] = -1
    best = sorted(scores.tolist(), reverse=True)[:5]
    assert [match.complement for match in matches] == pytest.approx(best)
    assert all(exchange(match, known) for match in matches)


def exchange(match: Match, known: np.ndarray[Any, np.dtype[np.bool_]]) -> bool:
    """Whether the points of a match are those that the one knows and the other does not."""
    other = known[int(match.student_id)]
    teaches, learns = np.flatnonzero(other & ~known[0]), np.flatnonzero(known[0] & ~other)
    return match.teaches == tuple(teaches) and match.learns == tuple(learns)


def test_students_who_go_and_come_leave_the_search_as_if_made_anew() -> None:
    vectors = population(300, seed=4)
    neighbours = kept(vectors)
    neighbours.drop([f"{number:05d}" for number in range(100)])
    neighbours.drop(["00000", "nobody"])
    neighbours.put([("new", vectors[5].tobytes()), ("00200", vectors[7].tobytes())])
    fresh = Neighbours(200)
    fresh.put((f"{number:05d}", vectors[number].tobytes()) for number in range(100, 300))
    fresh.put([("new", vectors[5].tobytes()), ("00200", vectors[7].tobytes())])
    assert (len(neighbours), "00001" in neighbours, "new" in neighbours) == (201, False, True)
    for number in range(50):
        asked = vectors[number].tobytes()
        assert neighbours.similar(asked, 10) == fresh.similar(asked, 10)
        assert neighbours.complementary(asked, 10) == fresh.complementary(asked, 10)
