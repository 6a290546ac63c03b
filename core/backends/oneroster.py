"""A school's OneRoster server (1.1 and 1.2, REST binding), read with OAuth 2 client credentials: nothing is ever written there."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_plus, urlencode, urljoin, urlsplit

from core.access.roster.oneroster_rest import FIELDS
from core.backends.outgoing import Answer, Outgoing

PAGE_ROWS = 1_000
MOST_ROWS = 100_000
"""Of one collection."""
MOST_BYTES = 256 * 2**20
"""Of one collection, as it is sent."""
MOST_PAGES = 2_000
"""Of one collection: a server that gives fewer rows than it is asked for still comes to its end within so many."""
SCOPES = {
    "v1p1": "https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly",
    "v1p2": "https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly",
}
"""The permission that is asked for, by the version in the server's address."""
NEXT = re.compile(r'<([^<>]*)>\s*;[^,<]*\brel\s*=\s*"?next"?', re.IGNORECASE)

Row = dict[str, Any]


class RosterServer:
    """Reads whole collections, page by page.

    Parameters
    ----------
    endpoint : address up to the version, `https://sis.example/ims/oneroster/v1p1`, without a slash at its end
    token_url : where a token is given for the client's id and secret
    """

    def __init__(
        self, endpoint: str, *, token_url: str, client_id: str, secret: str, outgoing: Outgoing | None = None
    ) -> None:
        self._endpoint = endpoint
        self._token_url = token_url
        self._login = base64.b64encode(f"{quote_plus(client_id)}:{quote_plus(secret)}".encode()).decode()
        self._scope = SCOPES["v1p2" if "/v1p2" in endpoint else "v1p1"]
        self._outgoing = outgoing or Outgoing("The OneRoster server")
        self._token = ""

    def collection(self, name: str) -> list[Row]:
        """All rows of a collection, in the server's order, with the fields that are read of it. Raises `OtherServiceFailed`, also where it
        would never come to its end."""
        rows: list[Row] = []
        seen: set[str] = set()
        for page in self._pages(name):
            ids = [str(row.get("sourcedId", "")) for row in page]
            if seen.issuperset(ids):
                raise self._outgoing.failed(f"gives rows of {name} again that it gave before")
            seen.update(ids)
            rows += [{field: row[field] for field in FIELDS[name] if field in row} for row in page]
            if len(rows) > MOST_ROWS:
                raise self._outgoing.failed(f"has more than {MOST_ROWS:,} {name}")
        return rows

    def _pages(self, name: str) -> Iterator[list[Row]]:
        """The pages that are not empty. The server's own `next` is followed; one that gives none is asked for what comes after what it gave."""
        url, offset, received, visited = self._page_address(name, 0), 0, 0, set[str]()
        for _ in range(MOST_PAGES):
            visited.add(url)
            answer = self._get(url)
            received += len(answer.body)
            if received > MOST_BYTES:
                raise self._outgoing.failed(f"has more than {MOST_BYTES // 2**20} MB of {name}")
            page = self._rows(answer, name)
            if not page:
                return
            yield page
            offset += len(page)
            link = answer.headers.get("link", "")
            if link:
                following = NEXT.search(link)
                if following is None:
                    return
                url = self._own(urljoin(url, following[1]))
            elif _is_all(answer, offset):
                return
            else:
                url = self._page_address(name, offset)
            if url in visited:
                raise self._outgoing.failed(f"leads from a page of {name} to one that was read before")
        raise self._outgoing.failed(f"has more than {MOST_PAGES:,} pages of {name}")

    def _page_address(self, name: str, offset: int) -> str:
        return f"{self._endpoint}/{name}?{urlencode({'limit': PAGE_ROWS, 'offset': offset, 'sort': 'sourcedId'})}"

    def _own(self, url: str) -> str:
        """The address, where it is one of the same server: the token is for nobody else."""
        ours, theirs = urlsplit(self._endpoint), urlsplit(url)
        if (theirs.scheme, theirs.netloc) != (ours.scheme, ours.netloc):
            raise self._outgoing.failed("leads to another server")
        return url

    def _rows(self, answer: Answer, name: str) -> list[Row]:
        try:
            rows = json.loads(answer.body)[name]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._outgoing.failed(f"does not answer with {name} as OneRoster has it") from None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self._outgoing.failed(f"does not answer with a list of {name}")
        return rows

    def _get(self, url: str) -> Answer:
        """The answer to a request; with a new token where the one there is does not hold any more."""
        renewed = not self._token
        if renewed:
            self._token = self._new_token()
        while True:
            headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
            answer = self._outgoing.ask("GET", url, headers=headers)
            if answer.status == 200:
                return answer
            if answer.status != 401 or renewed:
                raise self._outgoing.failed(f"answered {answer.status} to {urlsplit(url).path[:60]!r}")
            self._token, renewed = self._new_token(), True

    def _new_token(self) -> str:
        form = urlencode({"grant_type": "client_credentials", "scope": self._scope})
        answer = self._outgoing.ask(
            "POST",
            self._token_url,
            headers={
                "Authorization": f"Basic {self._login}",
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "application/json",
            },
            content=form.encode(),
        )
        if answer.status != 200:
            raise self._outgoing.failed(f"gives no token for this client id and secret ({answer.status})")
        try:
            token = json.loads(answer.body)["access_token"]
        except (ValueError, KeyError, TypeError, RecursionError):
            token = None
        if not isinstance(token, str) or not re.fullmatch(r"[\x21-\x7e]{1,8000}", token):
            raise self._outgoing.failed("gives no token as OAuth 2 has it")
        return token


def _is_all(answer: Answer, offset: int) -> bool:
    """Whether a server that counts its rows has no more."""
    total = answer.headers.get("x-total-count", "")
    return total.isascii() and total.isdigit() and offset >= int(total[:12])
