"""Which passwords are accepted (NIST SP 800-63B, 5.1.1.2): long enough, not too long, and not among the most common ones."""

from __future__ import annotations

from core.access.keys import normalised
from core.errors import BadParameter

LEAST_PASSWORD = 8
MOST_PASSWORD = 256
"""Characters. NIST asks for room for 64 at least; the bound keeps the cost of a check the same for all."""

COMMON_PASSWORDS = frozenset(
    [
        "12345678",
        "123456789",
        "1234567890",
        "0123456789",
        "87654321",
        "987654321",
        "0987654321",
        "11223344",
        "12341234",
        "12344321",
        "123123123",
        "147258369",
        "123654789",
        "147852369",
        "1234qwer",
        "qwer1234",
        "qwerty123",
        "qwertyuiop",
        "qwerty12",
        "1qaz2wsx",
        "qazwsxedc",
        "zaq12wsx",
        "1q2w3e4r",
        "1q2w3e4r5t",
        "q1w2e3r4",
        "asdfghjkl",
        "asdf1234",
        "asdfasdf",
        "zxcvbnm1",
        "zxcvbnm123",
        "password",
        "password1",
        "password12",
        "password123",
        "passw0rd",
        "p@ssw0rd",
        "p@ssword",
        "abcd1234",
        "abc12345",
        "abc123456",
        "abcdefgh",
        "a1234567",
        "a12345678",
        "a123456789",
        "aa123456",
        "aa12345678",
        "aaa123456",
        "iloveyou",
        "iloveyou1",
        "sunshine",
        "princess",
        "football",
        "baseball",
        "basketball",
        "superman",
        "computer",
        "internet",
        "trustno1",
        "starwars",
        "whatever",
        "michelle",
        "jennifer",
        "samantha",
        "welcome1",
        "welcome123",
        "letmein1",
        "changeme",
        "changeme1",
        "admin123",
        "admin1234",
        "admin12345",
        "administrator",
        "root1234",
        "guest123",
        "test1234",
        "testtest",
        "student1",
        "student123",
        "teacher1",
        "teacher123",
        "school123",
        "class123",
        "hello123",
        "helloworld",
        "woaini520",
        "woaini521",
        "woaini1314",
        "woaini123",
        "woaini123456",
        "5201314520",
        "5201314521",
        "13145201314",
        "1314520520",
        "nihao123",
        "nihao123456",
        "zhongguo",
        "zhongwen",
        "hanyu123",
        "hanyupinyin",
        "xuexiao123",
        "laoshi123",
        "mima1234",
        "mima123456",
        "wenlu123",
        "wenlu1234",
        "wenluwenlu",
        "chinese123",
        "mandarin",
    ]
)
"""The most frequent passwords of at least eight characters in published lists of leaked ones (the UK's NCSC, SecLists; for Chinese
users lists of Chinese sites), and words for this service, its users and its subject. In lower case."""


def checked_password(password: str, *, username: str = "") -> str:
    """Return the password as it was typed. Raises `BadParameter` for one that is too short, too long or easily guessed."""
    typed = normalised(password)
    if len(typed) < LEAST_PASSWORD:
        raise BadParameter.of("password", f"has {len(typed)} characters; at least {LEAST_PASSWORD} are needed")
    if len(typed) > MOST_PASSWORD:
        raise BadParameter.of("password", f"has {len(typed)} characters; at most {MOST_PASSWORD} are taken")
    folded = typed.casefold()
    if folded in COMMON_PASSWORDS or len(set(folded)) == 1 or folded == normalised(username).casefold():
        raise BadParameter.of("password", "is one of the first that anybody would guess")
    return password
