"""Guessing, sign-ins that end, accounts that close, and the demo's one rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from core.access import keys
from core.access.demo import ensure_demo
from core.access.demo_door import DemoDoor, demo_door, is_local_request
from core.access.passwords import checked_password
from core.access.rate import RateLimit
from core.access.school_addresses import set_address
from core.access.service import Access, Price
from core.access.wire import TokenRequest
from core.backends.system import RandomIdentifiers
from core.errors import BadParameter, Forbidden, RateExceeded, Unauthorised, UnknownSchool
from core.records.access import PERMISSIONS, Account, Bucket
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.service.clock import CountingIdentifiers, StoppedClock

HERE = {"host": "127.0.0.1:8501"}
SECOND = timedelta(seconds=1)


def door(store: SqlStore, clock: StoppedClock, demo: DemoDoor = "closed") -> Access:
    """A gate of a process of its own over a store."""
    return Access(
        store=store,
        clock=clock,
        identifiers=RandomIdentifiers(),
        rate=RateLimit(rate_per_second=1000, burst=1000),
        open_rate=None,
        secret="a secret that is long enough to sign with",
        token_lifetime_seconds=60,
        demo=demo,
    )


@pytest.fixture
def memory(clock: StoppedClock) -> Iterator[SqlStore]:
    """A store in memory."""
    made = in_memory_core(clock=clock).store
    assert isinstance(made, SqlStore)
    yield made
    made.close()


@pytest.fixture
def access(memory: SqlStore, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch) -> Access:
    """A gate with the accounts `li` and `wang`, whose passwords are `right horse <name>`; their hashes are cheap."""
    monkeypatch.setattr(keys, "SCRYPT_N", 2)
    made = door(memory, clock)
    for name in ("li", "wang"):
        made.new_account(made.organisation("School"), "student", username=name, password=f"right horse {name}")
    return made


def guesses(access: Access, name: str, *, count: int, address: Callable[[int], str], device: str = "") -> int:
    """How many wrong passwords were looked at."""
    looked = 0
    for number in range(count):
        try:
            access.people.sign_in(name, f"guess {number}", address=address(number), device=device)
        except Unauthorised:
            looked += 1
        except RateExceeded:
            pass
    return looked


# -- guessing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["li", "nobody"])
def test_of_a_thousand_guesses_from_twenty_addresses_in_ten_minutes_at_most_thirty_are_looked_at(
    access: Access, clock: StoppedClock, name: str
) -> None:
    looked = 0
    for _ in range(100):
        looked += guesses(access, name, count=10, address=lambda number: f"10.0.{number % 20}.1")
        clock.advance(6 * SECOND)
    assert 10 <= looked <= 30


def test_addresses_that_the_account_was_signed_in_from_add_little_to_that(access: Access, clock: StoppedClock) -> None:
    for number in range(5):
        access.people.sign_in("li", "right horse li", address=f"10.1.{number}.1")
    looked = 0
    for _ in range(100):
        looked += guesses(access, "li", count=10, address=lambda number: f"10.{1 + number % 2}.{number // 2}.1")
        clock.advance(6 * SECOND)
    assert looked <= 30


def test_classmates_behind_a_guessers_address_get_in_meanwhile(access: Access, clock: StoppedClock) -> None:
    school = access.organisation("School")
    mates = [f"mate{number:02d}" for number in range(39)]
    for mate in mates:
        access.new_account(school, "student", username=mate, password=f"right horse {mate}")
    for mate in mates:
        guesses(access, "li", count=20, address=lambda _: "10.0.0.1")
        with pytest.raises(Unauthorised, match="wrong"):
            access.people.sign_in(mate, "rihgt hrose", address="10.0.0.1")
        assert access.people.sign_in(mate, f"right horse {mate}", address="10.0.0.1").account.username == mate
        clock.advance(2 * SECOND)


def test_a_browser_that_was_here_before_gets_in_whatever_is_guessed_elsewhere(access: Access) -> None:
    device = access.people.sign_in("li", "right horse li", address="10.0.0.1").device
    guesses(access, "li", count=40, address=lambda number: f"10.9.{number}.1")
    with pytest.raises(RateExceeded, match="rate limit"):
        access.people.sign_in("li", "right horse li", address="10.9.99.1")
    assert access.people.sign_in("li", "right horse li", address="10.9.99.1", device=device).account.username == "li"


def test_a_device_cookie_is_renewed_and_the_one_before_opens_no_lane(access: Access) -> None:
    first = access.people.sign_in("li", "right horse li", address="10.0.0.1").device
    second = access.people.sign_in("wang", "right horse wang", address="10.0.0.1", device=first).device
    guesses(access, "li", count=40, address=lambda number: f"10.9.{number}.1")
    with pytest.raises(RateExceeded, match="rate limit"):
        access.people.sign_in("li", "right horse li", address="10.9.99.1", device=first)
    assert access.people.sign_in("li", "right horse li", address="10.9.99.1", device=second).account.username == "li"


def test_one_device_cookie_is_worth_few_guesses(access: Access) -> None:
    device = access.people.sign_in("li", "right horse li", address="10.0.0.1").device
    assert guesses(access, "li", count=100, address=lambda _: "10.0.0.1", device=device) <= 10


def test_the_count_is_one_for_all_processes(access: Access, memory: SqlStore, clock: StoppedClock) -> None:
    workers = [door(memory, clock) for _ in range(4)]
    assert sum(guesses(worker, "li", count=20, address=lambda _: "10.0.0.1") for worker in workers) <= 6


def test_many_names_from_one_address_are_bounded_and_leave_few_rows(
    access: Access, memory: SqlStore, clock: StoppedClock
) -> None:
    looked = sum(guesses(access, f"name {number}", count=1, address=lambda _: "2001:db8::1") for number in range(400))
    assert looked <= 60
    clock.advance(timedelta(hours=1))
    assert memory.delete_full_buckets(clock.now()) >= 2 * looked
    assert memory.delete_full_buckets(clock.now()) == 0


def test_a_clock_that_was_set_back_locks_nobody_out(access: Access, clock: StoppedClock) -> None:
    clock.advance(timedelta(days=400))
    guesses(access, "li", count=10, address=lambda _: "10.0.0.1")
    clock.advance(-timedelta(days=400))
    guesses(access, "li", count=1, address=lambda _: "10.0.0.2")
    assert access.people.sign_in("li", "right horse li", address="10.0.0.2").account.username == "li"


def test_of_several_buckets_all_are_taken_from_or_none(store: SqlStore, clock: StoppedClock) -> None:
    wide, narrow = Bucket("wide", 60, 5), Bucket("narrow", 60, 1)
    assert store.take_tokens([wide, narrow], clock.now()) == ("", 0.0)
    assert store.take_tokens([wide, narrow], clock.now()) == ("narrow", pytest.approx(60))
    for _ in range(4):
        assert store.take_tokens([wide], clock.now()) == ("", 0.0)
    assert store.take_tokens([wide], clock.now())[0] == "wide"
    store.give_back_tokens([narrow])
    assert store.take_tokens([narrow], clock.now()) == ("", 0.0)


# -- passwords -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("password", "why"),
    [("short", "at least 8"), ("x" * 257, "at most 256"), ("Password1", "first that anybody"), ("aaaaaaaaaa", "first that"),
     ("ｐａｓｓｗｏｒｄ", "first that"), ("wangxiaoming", "first that")],
)  # fmt: skip
def test_a_password_that_anybody_would_guess_is_refused(password: str, why: str) -> None:
    with pytest.raises(BadParameter, match=why):
        checked_password(password, username="wangxiaoming")


def test_full_width_letters_are_the_letters_and_hashes_of_before_still_hold() -> None:
    assert keys.password_matches("abc密码12345", keys.hash_password("ａｂｃ密码12345"))
    salt = bytes(16)
    before = f"scrypt${salt.hex()}${keys._scrypt('ａｂｃ', salt).hex()}"
    assert keys.password_matches("ａｂｃ", before)
    assert not keys.password_matches("abc", before)


def test_a_password_of_a_megabyte_costs_no_more_than_another(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []
    scrypt = keys._scrypt

    def noting(password: str, salt: bytes) -> bytes:
        hashed.append(len(password))
        return scrypt(password, salt)

    stored = keys.hash_password("a" * keys.MOST_CHARACTERS_READ)
    monkeypatch.setattr(keys, "_scrypt", noting)
    assert not keys.password_matches("a" * 2**20, stored)
    assert hashed == [keys.MOST_CHARACTERS_READ + 1]


# -- sign-ins that end -----------------------------------------------------------------------------------------


def account(access: Access, memory: SqlStore, name: str = "li") -> Account:
    (row,) = memory.accounts_named(name)
    return row


def test_a_new_password_ends_every_signin_and_forgets_every_browser(access: Access, memory: SqlStore) -> None:
    entered = access.people.sign_in("li", "right horse li")
    access.people.change_password(account(access, memory), "another good horse")
    assert not access.people.is_signed_in(entered.secret)
    with pytest.raises(Unauthorised, match="wrong"):
        access.people.sign_in("li", "right horse li")
    assert access.people.sign_in("li", "another good horse").account.username == "li"


def test_a_closed_account_is_signed_out_refused_and_taken_back(access: Access, memory: SqlStore) -> None:
    cookie = access.people.sign_in("li", "right horse li").secret
    assert access.people.is_signed_in(cookie)
    assert access.people.disable(account(access, memory))
    assert not access.people.disable(account(access, memory))
    assert not access.people.is_signed_in(cookie)
    with pytest.raises(Forbidden, match="account is closed"):
        access.people.sign_in("li", "right horse li")
    with pytest.raises(Unauthorised, match="wrong"):
        access.people.sign_in("li", "a guess")
    assert access.people.enable(account(access, memory))
    assert access.people.sign_in("li", "right horse li").account.disabled_at is None


def test_a_change_of_what_is_shown_takes_no_closing_back(access: Access, memory: SqlStore) -> None:
    before = account(access, memory)
    access.people.disable(before)
    memory.update_account(replace(before, language="en"))
    assert account(access, memory).disabled_at is not None


def test_signins_are_listed_and_ended_of_the_own_organisation_only(access: Access, memory: SqlStore) -> None:
    here, there = (access.people.sign_in("li", "right horse li", browser="Firefox, Linux").secret for _ in range(2))
    li, other = account(access, memory), access.organisation("Other")
    assert [each.browser for each in access.people.signins(li.organisation_id, li.account_id)] == ["Firefox, Linux"] * 2
    assert access.people.signins(other.organisation_id, li.account_id) == []
    assert access.people.end_signins(other.organisation_id, li.account_id) == 0
    keep = access.people.signin_name(here)
    assert access.people.end_signins(li.organisation_id, li.account_id, keep=keep) == 1
    assert (access.people.is_signed_in(here), access.people.is_signed_in(there)) == (True, False)


# -- the demo --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "listening", "proxies", "wanted"),
    [(None, "127.0.0.1", "", "loopback"), (None, "::1", "", "loopback"), (None, "localhost", "", "loopback"),
     (None, "0.0.0.0", "", "closed"), (None, "::", "", "closed"), (None, "", "", "closed"), (None, "192.168.1.2", "", "closed"),
     (None, "127.0.0.1", "127.0.0.1", "closed"), (True, "0.0.0.0", "", "open"), (False, "127.0.0.1", "", "closed")],
)  # fmt: skip
def test_the_demo_is_there_where_it_is_asked_for_or_nobody_else_can_ask(
    asked: bool | None, listening: str, proxies: str, wanted: DemoDoor
) -> None:
    assert demo_door(asked, listening=listening, proxies=proxies) == wanted


@pytest.mark.parametrize(
    "headers",
    [{"host": "wenlu.school.example"}, {"host": "127.0.0.1.evil.example"}, {"host": "localhost.evil.example:8501"}, {},
     {"host": "2130706433"}, {**HERE, "x-forwarded-for": "10.0.0.1"}, {**HERE, "forwarded": "for=10.0.0.1"},
     {**HERE, "x-forwarded-host": ""}, {**HERE, "x-real-ip": "10.0.0.1"}, {**HERE, "via": "1.1 proxy"}],
)  # fmt: skip
def test_on_loopback_the_demo_is_closed_to_whoever_asks_by_another_name_or_through_another(
    memory: SqlStore, clock: StoppedClock, headers: dict[str, str]
) -> None:
    ensure_demo(memory, clock, CountingIdentifiers())
    access = door(memory, clock, "loopback")
    assert is_local_request(HERE)
    assert access.people.account_of(access.people.enter_demo("admin", HERE)) is not None
    with pytest.raises(Unauthorised, match="no such demo account"):
        access.people.enter_demo("admin", headers)


def test_a_closed_demo_ends_its_signins_its_keys_and_its_tokens_whatever_the_database_holds(
    memory: SqlStore, clock: StoppedClock
) -> None:
    made = ensure_demo(memory, clock, CountingIdentifiers())
    assert made is not None
    before, after = door(memory, clock, "open"), door(memory, clock, "closed")
    cookie = before.people.enter_demo("admin", {})
    key = before.new_key(made, frozenset(PERMISSIONS))
    token = before.token(TokenRequest(api_key=key), address="here").access_token
    before.admit(token, Price("x", "essay", 0), request_id="r")
    before.new_account(made, "admin", username="made-inside", password="right horse inside")
    inside = before.people.sign_in("made-inside", "right horse inside").secret
    for closed in (cookie, inside):
        assert not after.people.is_signed_in(closed)
    for name in ("student", "teacher", "admin"):
        with pytest.raises(Unauthorised, match="no such demo account"):
            after.people.enter_demo(name, HERE)
    with pytest.raises(Forbidden, match="closed"):
        after.people.sign_in("made-inside", "right horse inside")
    with pytest.raises(Unauthorised, match="unknown or revoked"):
        after.token(TokenRequest(api_key=key), address="here")
    with pytest.raises(Unauthorised, match="was revoked"):
        after.admit(token, Price("x", "essay", 0), request_id="r")
    assert before.people.is_signed_in(cookie)


def test_two_schools_may_both_have_a_name_and_the_address_says_which_is_meant(access: Access, memory: SqlStore) -> None:
    first, second = access.organisation("School"), access.organisation("Second school")
    access.new_account(second, "teacher", username="li", password="right horse second")
    memory.set_address(first.organisation_id, "first")
    memory.set_address(second.organisation_id, "second")
    assert (
        access.people.sign_in("li", "right horse li", school="first").account.organisation_id == first.organisation_id
    )
    entered = access.people.sign_in("li", "right horse second", school="SECOND")
    assert entered.account.organisation_id == second.organisation_id
    for school in ("", "second", "nowhere", "\x00"):
        with pytest.raises(Unauthorised):
            access.people.sign_in("li", "right horse li", school=school, address=f"10.9.0.{len(school)}")


def test_two_schools_with_one_user_name_shut_nobody_out_though_nobody_chose_an_address(access: Access) -> None:
    first, second = access.organisation("School"), access.organisation("Second school")
    access.new_account(second, "teacher", username="li", password="right horse second")
    assert (first.address, second.address) == ("school", "second-school")
    for school, password, wanted in (
        ("school", "right horse li", first),
        ("School", "right horse li", first),
        ("second-school", "right horse second", second),
        ("Second school", "right horse second", second),
    ):
        entered = access.people.sign_in("li", password, school=school)
        assert entered.account.organisation_id == wanted.organisation_id
    with pytest.raises(Unauthorised, match="wrong"):
        access.people.sign_in("li", "right horse li", address="10.9.0.9")
    assert access.people.has_several_schools()


def test_an_address_is_made_of_the_name_else_of_the_id_and_never_given_twice(access: Access) -> None:
    made = [access.organisation(name).address for name in ("École Bleue", "ecole bleue!", "蓝天学校", "蓝天二校")]
    assert made[:2] == ["ecole-bleue", "ecole-bleue-2"]
    assert all(address is not None and re.fullmatch("school-[0-9a-f]{6}", address) for address in made[2:])


def test_whether_the_sign_in_asks_for_the_school_says_nothing_about_a_name(
    access: Access, memory: SqlStore, clock: StoppedClock
) -> None:
    ensure_demo(memory, clock, CountingIdentifiers())
    assert not access.people.has_several_schools()
    access.organisation("Second school")
    assert access.people.has_several_schools()


def test_a_user_name_is_taken_within_its_organisation_alone(access: Access, memory: SqlStore) -> None:
    second = access.organisation("Second school")
    with pytest.raises(BadParameter, match="taken"):
        access.new_account(access.organisation("School"), "teacher", username="li", password="right horse again")
    access.new_account(second, "teacher", username="li", password="right horse second")
    assert len(memory.accounts_named("li")) == 2


def test_an_account_of_the_demo_shuts_nobody_of_its_name_out(
    access: Access, memory: SqlStore, clock: StoppedClock
) -> None:
    access.new_account(access.organisation("School"), "teacher", username="teacher", password="right horse teacher")
    assert ensure_demo(memory, clock, CountingIdentifiers()) is not None
    assert len(memory.accounts_named("teacher")) == 2
    assert access.people.sign_in("teacher", "right horse teacher").account.demo is False


def test_people_brought_into_the_demo_shut_nobody_of_their_names_out(
    access: Access, memory: SqlStore, clock: StoppedClock
) -> None:
    demo = ensure_demo(memory, clock, CountingIdentifiers())
    assert demo is not None
    access.new_account(demo, "student", username="li", password="right horse demo")
    for school in ("", "School"):
        assert access.people.sign_in("li", "right horse li", school=school).account.organisation_id != "org_0001"
    memory.set_address(demo.organisation_id, "school-taken")
    access.organisation("School taken")
    opened = door(memory, clock, "open").people
    assert opened.sign_in("li", "right horse demo", school="Wenlu demo").account.organisation_id == demo.organisation_id


def test_the_address_of_one_school_hides_no_other_that_is_named_so(access: Access, memory: SqlStore) -> None:
    named, other = access.organisation("Lantian"), access.organisation("Blue sky")
    for school, username in ((named, "wang"), (other, "1"), (named, "2"), (other, "2")):
        access.new_account(school, "teacher", username=username, password=f"right horse {school.name}")
    memory.set_address(named.organisation_id, "sky")
    memory.set_address(other.organisation_id, "lantian")

    def entered(username: str, password: str, school: str) -> str:
        return access.people.sign_in(username, password, school=school).account.organisation_id

    assert entered("wang", "right horse Lantian", "Lantian") == named.organisation_id
    assert entered("1", "right horse Blue sky", "lantian") == other.organisation_id
    # Both have a 2: the address counts, which cards and links hold, and the other is found by its own.
    assert entered("2", "right horse Blue sky", "lantian") == other.organisation_id
    assert entered("2", "right horse Lantian", "sky") == named.organisation_id


def test_an_address_that_is_the_name_of_another_school_is_not_given(access: Access, memory: SqlStore) -> None:
    access.organisation("Lantian")
    memory.set_address(access.organisation("Lantian").organisation_id, "sky")
    other = access.organisation("lantian!")
    assert other.address == "lantian-2"
    with pytest.raises(BadParameter, match="'lantian' is taken"):
        set_address(other.organisation_id, "Lantian", store=memory)
    assert set_address(other.organisation_id, "lantian-two", store=memory) == "lantian-two"


def test_schools_whose_names_differ_in_capitals_alone_are_told_apart(access: Access) -> None:
    for name in ("School", "SCHOOL"):
        access.new_account(access.organisation(name), "teacher", username="zhao", password=f"right horse {name}")
    assert access.people.sign_in("zhao", "right horse SCHOOL", school="SCHOOL").account.username == "zhao"


def test_a_school_that_is_not_here_is_said_whatever_the_name_and_the_password(access: Access) -> None:
    for username, password in (("li", "right horse li"), ("li", "wrong"), ("nobody", "wrong")):
        with pytest.raises(UnknownSchool, match="no such school"):
            access.people.sign_in(username, password, school="before")
    with pytest.raises(Unauthorised, match="wrong"):
        access.people.sign_in("nobody", "wrong", school="school")


def test_a_page_that_was_opened_long_ago_takes_nothing_back(access: Access, memory: SqlStore) -> None:
    old = account(access, memory)
    access.people.choose_class(old, "a")
    memory.update_account(replace(account(access, memory), display_name="renamed"))
    access.people.set_language(old, "en")
    now = account(access, memory)
    assert (now.display_name, now.language, now.settings["class"]) == ("renamed", "en", "a")
