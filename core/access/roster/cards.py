"""Cards of a class for printing: what each person needs to sign in for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlencode

from core.access.roster.wire import CardLine, PersonLine
from core.errors import BadParameter
from core.records.printed import Card, Cards, Document
from core.records.roster import AccessCode
from core.wire import Bilingual, Language

MOST_CARDS = 200
"""Made at once: a card takes 50 ms, most of it the square code."""
WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "title": "{name} 登录卡",
        "subtitle": "{school} · 共 {count} 张 · 沿虚线剪开，每人一张；一次性登录码在 {day} 前有效，只能用一次，登录后请设置自己的密码。",
        "class": "班级",
        "number": "学号",
        "school": "学校",
        "site": "网址",
        "address": "学校代号",
        "username": "用户名",
        "code": "一次性登录码",
    },
    "en": {
        "title": "Sign-in cards of {name}",
        "subtitle": "{school} · {count} cards · Cut along the dashed lines, one for each person. The one-time code holds until {day} and "
        "works once; a password is chosen after it.",
        "class": "Class",
        "number": "Number",
        "school": "School",
        "site": "Website",
        "address": "School's short name",
        "username": "User name",
        "code": "One-time code",
    },
}
"""What stands on the cards."""


def who_get_cards(people: Sequence[PersonLine]) -> list[PersonLine]:
    """Those whose account is open and who have no password of their own. Raises `BadParameter` for nobody, and for too many at once."""
    wanted = [each for each in people if each.state in ("waiting", "code")]
    if not wanted:
        raise BadParameter.of(
            "class_id",
            "nobody needs a card",
            remedy=Bilingual(
                zh="这里没有需要登录卡的学生：大家都设置过密码了，或者还没有账号。忘记密码可以在名单里重设。",
                en="Nobody here needs a card: all have chosen a password, or have no sign-in yet. A forgotten password is reset in the list.",
            ),
        )
    if len(wanted) > MOST_CARDS:
        raise BadParameter.of(
            "class_id",
            f"{len(wanted)} cards are more than {MOST_CARDS}",
            remedy=Bilingual(
                zh=f"一次最多制作 {MOST_CARDS} 张登录卡。请按班级分别制作。",
                en=f"At most {MOST_CARDS} cards are made at once. Make them class by class.",
            ),
        )
    return wanted


def refuse_if_given_since(people: Sequence[PersonLine], seen_at: datetime, given: Sequence[AccessCode]) -> None:
    """Raises `BadParameter` where one of the people was given a code after a moment: somebody else has just printed it."""
    later = {each.account_id for each in given if each.made_at > seen_at}
    count = sum(each.account_id in later for each in people)
    if count:
        raise BadParameter.of(
            "seen_at",
            f"{count} of them were given a code since",
            remedy=Bilingual(
                zh=f"打开这一页以后，已经有人为其中 {count} 名学生做了新的登录码，所以没有再做。如果还要做，请再点一次；那样刚做的那些就不能用了。",
                en=f"Since this page was opened, somebody has made new codes for {count} of them, so none were made now. "
                "To make others all the same, press again; those just made then stop working.",
            ),
        )


def sign_in_address(site: str, *, school: str, username: str) -> str:
    """The address that the square code holds: the sign-in with the school and the user name filled in.

    >>> sign_in_address("https://wenlu.example/", school="lantian", username="wangxm")
    'https://wenlu.example/?school=lantian&user=wangxm'
    """
    query = {name: value for name, value in (("school", school), ("user", username)) if value}
    return f"{site.rstrip('/')}/?{urlencode(query)}"


def cards_document(
    people: Sequence[CardLine],
    *,
    class_name: str,
    school: str,
    school_address: str,
    site: str,
    day: str,
    language: Language,
) -> Document:
    """The printed document: a card for each person."""
    words = WORDS[language]

    def card(person: CardLine) -> Card:
        lines = [
            (words["site"], site.rstrip("/")),
            (words["number"], person.number),
            (words["class"], class_name),
            (words["school"], school),
            *([(words["address"], school_address)] if school_address else []),
            (words["username"], person.username),
        ]
        return Card(
            title=person.name,
            lines=tuple(lines),
            mark=(words["code"], person.code),
            square=sign_in_address(site, school=school_address, username=person.username),
        )

    return Document(
        title=words["title"].format(name=class_name),
        subtitle=words["subtitle"].format(school=school, count=len(people), day=day),
        language=language,
        blocks=(Cards(tuple(map(card, people))),),
        footer=f"{school} · {class_name}",
    )
