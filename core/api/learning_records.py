"""What students did, told to other systems (xAPI): to a file, or to a record store that an organisation has registered."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from core.access.arguments import bounded
from core.access.xapi import sending
from core.access.xapi.sending import Sent
from core.access.xapi.statements import Speaker, Statement, statements_of
from core.backends.outgoing import checked_address
from core.errors import BadParameter, Forbidden, NotFound
from core.learning.days import day_start
from core.ports.learning_records import StatementReceiver
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.audit import Subject
from core.records.learning_records import Naming, RecordStore
from core.wire import Bilingual

LONGEST_PASSWORD = 1_000


@bounded
class LearningRecords:
    """Statements about what students did. For those who answer for a whole school: no page has it."""

    def __init__(self, *, store: Store, clock: Clock, connect: Callable[[RecordStore], StatementReceiver]) -> None:
        self._store = store
        self._clock = clock
        self.connect = connect
        """Gives the other side of a registered record store."""

    def statements(
        self,
        caller: Caller,
        *,
        site: str,
        naming: Naming = "pseudonyms",
        since: date | None = None,
        until: date | None = None,
    ) -> Iterator[Statement]:
        """The statements about the days `since` to `until`, both included (UTC+8), in the order in which they were logged; students who lack
        consent are left out. That they were taken out is noted. Raises `Forbidden` for callers of single classes."""
        _refuse_bound(caller)
        speaker = self._speaker(caller.organisation_id, site, naming)
        school = Subject("organisation", caller.organisation_id)
        self._store.note_act(
            caller.organisation_id, "records_exported", school, at=self._clock.now(), facts={"naming": naming}
        )
        return (
            statement
            for page in sending.acts(
                caller.organisation_id,
                0,
                store=self._store,
                since=None if since is None else day_start(since),
                until=None if until is None else day_start(until + timedelta(days=1)),
            )
            for act in page
            for statement in statements_of(act, speaker)
        )

    def registration(self, caller: Caller) -> RecordStore | None:
        """The record store that the organisation has registered. Raises `Forbidden` for callers of single classes."""
        _refuse_bound(caller)
        return self._store.record_store(caller.organisation_id)

    def register(
        self,
        caller: Caller,
        *,
        endpoint: str,
        username: str,
        password: str,
        site: str,
        naming: Naming = "pseudonyms",
        everything: bool = False,
    ) -> RecordStore:
        """Register a record store in place of an earlier one; from now on what students do is sent there every night.

        `everything`: also what they did before. At the same endpoint as before it goes on where it was. Raises `Forbidden` for callers of
        single classes, `BadParameter`.
        """
        _refuse_bound(caller)
        endpoint = checked_address("endpoint", endpoint)
        _check_login(username, password)
        now = self._clock.now()
        made = RecordStore(
            organisation_id=caller.organisation_id,
            endpoint=endpoint,
            username=username,
            password=password,
            site=site,
            naming=naming,
            watermark=0 if everything else self._store.newest_seq_before(caller.organisation_id, now),
            registered_at=now,
        )
        before = self._store.record_store(caller.organisation_id)
        if before is not None and before.endpoint == endpoint and not everything:
            made = replace(made, watermark=before.watermark, sent=before.sent, left_out=before.left_out)
        self._store.put_record_store(made)
        return made

    def forget(self, caller: Caller) -> bool:
        """Remove the registration: nothing is sent any more; False where there was none. Raises `Forbidden` for callers of single classes."""
        _refuse_bound(caller)
        return self._store.remove_record_store(caller.organisation_id)

    def send(self, caller: Caller) -> Sent:
        """Send what is not sent yet. Raises `Forbidden` for callers of single classes, `NotFound` without a registration, `OtherServiceFailed`."""
        registered = self.registration(caller)
        if registered is None:
            raise NotFound(
                "No record store is registered for this organisation.",
                remedy=Bilingual(
                    zh="请先登记：wenlu xapi register。",
                    en="Register one first: wenlu xapi register.",
                ),
            )
        speaker = self._speaker(caller.organisation_id, registered.site, registered.naming)
        return sending.send(registered, speaker, connect=self.connect, store=self._store, clock=self._clock)

    def actor(self, student_id: str, caller: Caller, *, site: str, naming: Naming = "pseudonyms") -> Statement:
        """How statements name a student, be it one who was erased: by this a record store is told whose statements are to go. Raises `Forbidden`
        for callers of single classes."""
        _refuse_bound(caller)
        return self._speaker(caller.organisation_id, site, naming).actor(student_id)

    def _speaker(self, organisation_id: str, site: str, naming: Naming) -> Speaker:
        secret = self._store.pseudonym_secret(organisation_id, secrets.token_hex(32))
        return Speaker(organisation_id, site.rstrip("/"), secret, naming)


def _check_login(username: str, password: str) -> None:
    """Refuse what basic authentication cannot carry (RFC 7617). Raises `BadParameter`."""
    if not username or ":" in username or not username.isprintable():
        raise BadParameter.of(
            "user",
            "is empty, or holds a colon",
            remedy=Bilingual(zh="用户名不能为空，也不能有冒号。", en="A user name is not empty and has no colon."),
        )
    if not 0 < len(password) <= LONGEST_PASSWORD or not password.isprintable():
        raise BadParameter.of(
            "password",
            f"has not 1 to {LONGEST_PASSWORD} printable characters",
            remedy=Bilingual(
                zh="请给出学习记录库（LRS）的密码，一行，不含控制字符。",
                en="Give the password of the record store, one line without control characters.",
            ),
        )


def _refuse_bound(caller: Caller) -> None:
    if caller.students is not None:
        raise Forbidden("This is for those who answer for the whole school.")
