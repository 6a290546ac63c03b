"""One-time codes: they open an account once, for a limited time, and lead to a password."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from core.access.roster import codes
from core.access.roster.wire import Cards
from core.errors import BadParameter, Forbidden, NotFound, RateExceeded, Unauthorised
from core.records import printed
from core.records.access import Account
from tests.access.roster.school import CALLER, TestSchool

PASSWORD = "eine eigene Wahl"


def account(school: TestSchool, username: str) -> Account:
    (found,) = school.core.store.accounts_named(username)
    return found


class RecordingPrinter:
    """Prints nothing and remembers the documents."""

    def __init__(self) -> None:
        self.cards: list[printed.Card] = []

    def ready(self) -> bool:
        return True

    def pdf(self, document: printed.Document) -> bytes:
        (block,) = document.blocks
        assert isinstance(block, printed.Cards)
        self.cards = list(block.cards)
        return b"%PDF"


@pytest.fixture
def printer(school: TestSchool, monkeypatch: pytest.MonkeyPatch) -> RecordingPrinter:
    """The printer of the school's cards."""
    made = RecordingPrinter()
    monkeypatch.setattr(school.core.people, "_printer", made)
    return made


def cards(school: TestSchool, *, by: str = "li", seen_at: datetime | None = None) -> Cards:
    return school.core.people.cards("a", CALLER, by=by, site="https://wenlu.example/", language="zh", seen_at=seen_at)


def test_a_code_opens_the_account_until_a_password_is_chosen(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    people = school.core.access.people
    code = school.core.people.reset("1", CALLER, by="li")
    opened = people.sign_in("1", code.lower().replace("-", " "), school="lantian")
    assert not people.has_password(opened.account)
    with pytest.raises(BadParameter, match="at least 8"):
        people.choose_password(opened.account, "short", cookie=opened.secret)
    people.choose_password(opened.account, PASSWORD, cookie=opened.secret)
    assert people.is_signed_in(opened.secret)
    with pytest.raises(Unauthorised):
        people.sign_in("1", code, school="lantian")
    assert people.has_password(people.sign_in("1", PASSWORD, school="lantian").account)
    with pytest.raises(Forbidden):
        people.choose_password(account(school, "1"), PASSWORD, cookie=opened.secret)


def test_a_code_ends_after_sixty_days_and_opens_no_other_account(school: TestSchool) -> None:
    school.bring("1\t王小明\n2\t曾丽\n")
    code = school.core.people.reset("1", CALLER, by="li")
    with pytest.raises(Unauthorised):
        school.core.access.people.sign_in("2", code)
    school.clock.moment += timedelta(days=60)
    with pytest.raises(Unauthorised):
        school.core.access.people.sign_in("1", code)


def test_a_reset_ends_the_password_and_every_sign_in(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    people = school.core.access.people
    opened = people.sign_in("1", school.core.people.reset("1", CALLER, by="li"))
    people.choose_password(opened.account, PASSWORD, cookie=opened.secret)
    assert people.is_signed_in(opened.secret)
    school.core.people.reset("1", CALLER, by="admin")
    assert not people.is_signed_in(opened.secret)
    with pytest.raises(Unauthorised):
        people.sign_in("1", PASSWORD)


def test_codes_are_stored_as_hashes_alone_and_guesses_are_limited(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    code = codes.as_typed(school.core.people.reset("1", CALLER, by="li"))
    (stored,) = school.core.store.access_codes("org")
    assert code not in repr(stored)
    for _ in range(6):
        with pytest.raises(Unauthorised):
            school.core.access.people.sign_in("1", codes.new_code())
    with pytest.raises(RateExceeded):
        school.core.access.people.sign_in("1", code)


def test_only_a_teacher_of_the_class_or_an_administrator_resets(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    school.core.people.reset("1", CALLER, by="admin")
    with pytest.raises(NotFound):
        school.core.people.reset("1", CALLER, by="wang")
    with pytest.raises(Forbidden):
        school.core.people.reset("1", CALLER, by=account(school, "1").account_id)


def test_an_administrator_gives_a_teacher_a_code(school: TestSchool) -> None:
    people = school.core.people
    opened = school.core.access.people.sign_in("wang", people.reset_account("wang", CALLER, by="admin"))
    assert opened.account.account_id == "wang"
    for account_id, by in (("wang", "li"), ("admin", "admin")):
        with pytest.raises(Forbidden):
            people.reset_account(account_id, CALLER, by=by)
    with pytest.raises(NotFound):
        people.reset_account("nobody", CALLER, by="admin")


def test_cards_have_new_codes_for_those_without_a_password(school: TestSchool, printer: RecordingPrinter) -> None:
    school.bring("1\t王小明\n2\t曾丽\n3\tAnna Müller\n")
    people = school.core.access.people
    made = cards(school)
    assert (made.made, made.passed_over) == (3, 0)
    first = printer.cards
    assert [each.title for each in first] == ["王小明", "曾丽", "Anna Müller"]
    assert first[0].square == "https://wenlu.example/?school=lantian&user=1"
    assert ("学校代号", "lantian") in first[0].lines
    opened = people.sign_in("1", first[0].mark[1])
    people.choose_password(opened.account, PASSWORD, cookie=opened.secret)
    made = cards(school)
    assert (made.made, made.passed_over) == (2, 1)
    with pytest.raises(Unauthorised):
        people.sign_in("2", first[1].mark[1])
    assert people.sign_in("2", printer.cards[0].mark[1]).account.username == "2"
    assert [each.state for each in school.core.people.of_class("a", CALLER, by="li")] == ["open", "code", "code"]


def test_cards_that_somebody_else_has_just_printed_are_not_made_void_unawares(
    school: TestSchool, printer: RecordingPrinter
) -> None:
    school.bring("1\t王小明\n2\t曾丽\n")
    seen_at = school.clock.moment
    school.clock.moment += timedelta(seconds=9)
    first = cards(school, by="admin")
    printed_first = printer.cards
    with pytest.raises(BadParameter, match="2 of them were given a code since") as refused:
        cards(school, seen_at=seen_at)
    assert "somebody has made new codes for 2 of them" in refused.value.remedy("en")
    assert school.core.access.people.sign_in("1", printed_first[0].mark[1]).account.username == "1"
    school.clock.moment += timedelta(seconds=9)
    second = cards(school, seen_at=school.clock.moment)
    assert second.made == 2
    now = {each.student_id: each.code_until for each in school.core.people.of_class("a", CALLER, by="li")}
    assert now == second.codes_until
    assert all(until < second.codes_until[each] for each, until in first.codes_until.items())


def test_cards_are_made_class_by_class(school: TestSchool, printer: RecordingPrinter) -> None:
    school.bring("".join(f"{number}\t王小明\n" for number in range(1, 202)))
    with pytest.raises(BadParameter, match="201 cards are more than 200"):
        cards(school)
    assert school.core.store.access_codes("org") == []


def test_no_cards_for_a_class_without_anybody_or_of_another(school: TestSchool) -> None:
    with pytest.raises(BadParameter, match="nobody needs a card"):
        cards(school)
    with pytest.raises(NotFound):
        cards(school, by="wang")
