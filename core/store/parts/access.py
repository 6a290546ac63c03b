"""The access part of the store: organisations, keys, quota and ledger, on top of accounts and rate buckets."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import ColumnElement, delete, func, select, text, update

from core.records.access import ApiKey, Call, KeyState, Organisation, Permission, UsageRow
from core.records.audit import Fact, FactName, Subject
from core.records.classes import EVERYONE
from core.store.parts.accounts import AccountPart
from core.store.parts.buckets import BucketPart
from core.store.tables.access import (
    ApiKeyTable,
    IdempotencyTable,
    KnownClientTable,
    OrganisationTable,
    QuotaUseTable,
    SettingTable,
    SigninTable,
    TemporaryQuotaTable,
    UsageLedgerTable,
)
from core.store.tables.classes import SchoolClassTable
from core.store.tables.columns import from_micros, table, to_micros  # fmt: skip
from core.store.tables.roster import AccessCodeTable, JoinCodeTable, JoinRequestTable

ORGANISATION = table(OrganisationTable)
CLASS = table(SchoolClassTable)
KEY = table(ApiKeyTable)
QUOTA = table(QuotaUseTable)
TEMPORARY = table(TemporaryQuotaTable)
LEDGER = table(UsageLedgerTable)
REPLY = table(IdempotencyTable)
SETTING = table(SettingTable)
SIGNIN = table(SigninTable)
CLIENT = table(KnownClientTable)
CODE = table(AccessCodeTable)
JOIN = table(JoinCodeTable)
REQUEST = table(JoinRequestTable)

CLIENT_RETENTION = timedelta(days=90)
"""How long a client counts as known to an account after its last sign-in."""
REQUEST_RETENTION = timedelta(days=60)
"""How long somebody who asked to join a class waits at most: what nobody admits is not kept."""

KEY_STATE = text(
    "SELECT k.key_id, k.organisation_id, k.prefix, k.secret_sha256, k.permissions, k.created_at AS key_created_at, "
    "k.revoked_at, k.last_used_at, k.agreed_rules, k.suspended_at, k.suspended_for, o.name, o.tier, o.monthly_limit, o.overage, o.created_at, o.demo, "
    "COALESCE((SELECT SUM(t.calls) FROM temporary_quota t WHERE t.organisation_id = k.organisation_id "
    "AND t.period = :period), 0) AS temporary, "
    "COALESCE((SELECT q.used FROM quota_use q WHERE q.organisation_id = k.organisation_id "
    "AND q.period = :period), 0) AS used "
    "FROM api_key k JOIN organisation o ON o.organisation_id = k.organisation_id WHERE k.key_id = :key_id"
)


class AccessPart(AccountPart, BucketPart):
    """`core.ports.access.AccessStore` in SQL."""

    # -- organisations and keys --------------------------------------------------------------------------

    def add_organisation(self, organisation: Organisation) -> bool:
        """See `core.ports.access.AccessStore.add_organisation`."""
        row = {**vars(organisation), "created_at": to_micros(organisation.created_at)}
        everyone = {
            "organisation_id": organisation.organisation_id,
            "class_id": EVERYONE,
            "name": organisation.name,
            "made_at": row["created_at"],
            "everyone": True,
            "consent": "not_needed",
        }
        with self.write() as connection:
            if connection.execute(self.insert_new(ORGANISATION), row).rowcount == 0:
                return False
            connection.execute(CLASS.insert(), everyone)
            made = Subject("organisation", organisation.organisation_id)
            self.note(
                connection,
                made.id,
                "organisation_made",
                made,
                at=organisation.created_at,
                facts={"tier": organisation.tier},
            )
            return True

    def set_address(self, organisation_id: str, address: str | None) -> bool:
        """See `core.ports.access.AccessStore.set_address`."""
        other = select(ORGANISATION.c.organisation_id).where(
            ORGANISATION.c.address == address, ORGANISATION.c.organisation_id != organisation_id
        )
        own = ORGANISATION.c.organisation_id == organisation_id
        with self.write() as connection:
            if address is not None and connection.execute(other).first() is not None:
                return False
            before = connection.execute(select(ORGANISATION.c.address).where(own)).scalar()
            if connection.execute(update(ORGANISATION).where(own).values(address=address)).rowcount == 0:
                return False
            if address != before:
                facts: dict[FactName, Fact] = {"address": address, "address_before": before}
                self.note(
                    connection,
                    organisation_id,
                    "address_changed",
                    Subject("organisation", organisation_id),
                    facts=facts,
                )
            return True

    def organisation_at(self, address: str) -> Organisation | None:
        """See `core.ports.access.AccessStore.organisation_at`."""
        return next(iter(self._organisations(ORGANISATION.c.address == address)), None)

    def organisation(self, organisation_id: str) -> Organisation | None:
        """The organisation with that id."""
        return next(iter(self._organisations(ORGANISATION.c.organisation_id == organisation_id)), None)

    def organisation_named(self, name: str) -> Organisation | None:
        """The organisation with that name."""
        return next(iter(self._organisations(ORGANISATION.c.name == name)), None)

    def organisations(self) -> list[Organisation]:
        """All organisations, by name."""
        return self._organisations()

    def _organisations(self, *conditions: ColumnElement[bool]) -> list[Organisation]:
        query = select(ORGANISATION).where(*conditions).order_by(ORGANISATION.c.name)
        with self.read() as connection:
            rows = connection.execute(query).mappings().all()
        return [Organisation(**{**row, "created_at": from_micros(row["created_at"])}) for row in rows]

    def set_plan(self, organisation_id: str, *, tier: str, monthly_limit: int | None, overage: bool) -> None:
        """Change tier, own limit and overage of an organisation."""
        own = ORGANISATION.c.organisation_id == organisation_id
        with self.write() as connection:
            before = connection.execute(select(ORGANISATION).where(own).with_for_update()).one_or_none()
            if before is None or (before.tier, before.monthly_limit, before.overage) == (tier, monthly_limit, overage):
                return
            plan = {"tier": tier, "monthly_limit": monthly_limit, "overage": overage}
            connection.execute(update(ORGANISATION).where(own).values(plan))
            facts: dict[FactName, Fact] = {
                "tier": tier,
                "tier_before": before.tier,
                "limit": monthly_limit,
                "limit_before": before.monthly_limit,
                "overage": overage,
                "overage_before": bool(before.overage),
            }
            school = Subject("organisation", organisation_id)
            self.note(connection, organisation_id, "plan_changed", school, facts=facts)

    def add_key(self, key: ApiKey) -> None:
        """Store a new key, and only the hash of its secret."""
        row = {
            "key_id": key.key_id,
            "organisation_id": key.organisation_id,
            "prefix": key.prefix,
            "secret_sha256": key.secret_sha256,
            "permissions": ",".join(sorted(key.permissions)),
            "created_at": to_micros(key.created_at),
            "agreed_rules": key.agreed_rules,
        }
        facts: dict[FactName, Fact] = {"permissions": ",".join(sorted(key.permissions)), "rules": key.agreed_rules}
        with self.write() as connection:
            connection.execute(KEY.insert(), row)
            made = Subject("key", key.key_id)
            self.note(connection, key.organisation_id, "key_made", made, at=key.created_at, facts=facts)

    def key_by_hash(self, secret_sha256: str) -> ApiKey | None:
        """The key whose secret has that SHA-256."""
        return next(iter(self._keys(KEY.c.secret_sha256 == secret_sha256)), None)

    def keys(self, organisation_id: str) -> list[ApiKey]:
        """An organisation's keys, newest first."""
        return self._keys(KEY.c.organisation_id == organisation_id)

    def _keys(self, condition: ColumnElement[bool]) -> list[ApiKey]:
        with self.read() as connection:
            rows = connection.execute(select(KEY).where(condition).order_by(KEY.c.created_at.desc())).mappings().all()
        return [_key(dict(row)) for row in rows]

    def revoke_key(self, organisation_id: str, key_id: str, at: datetime) -> bool:
        """Refuse the key and its tokens from now on; False when the key was not active."""
        statement = update(KEY).where(*_is_key(organisation_id, key_id), KEY.c.revoked_at.is_(None))
        with self.write() as connection:
            revoked = connection.execute(statement.values(revoked_at=to_micros(at))).rowcount == 1
            if revoked:
                self.note(connection, organisation_id, "key_revoked", Subject("key", key_id), at=at)
        return revoked

    def suspend_key(self, organisation_id: str, key_id: str, reason: str, at: datetime) -> bool:
        """See `core.ports.access.AccessStore.suspend_key`."""
        statement = update(KEY).where(*_is_key(organisation_id, key_id), KEY.c.revoked_at.is_(None))
        values = {"suspended_at": to_micros(at), "suspended_for": reason}
        with self.write() as connection:
            suspended = connection.execute(statement.values(values)).rowcount == 1
            if suspended:
                self.note(connection, organisation_id, "key_suspended", Subject("key", key_id), at=at)
        return suspended

    def resume_key(self, organisation_id: str, key_id: str) -> bool:
        """See `core.ports.access.AccessStore.resume_key`."""
        statement = update(KEY).where(*_is_key(organisation_id, key_id), KEY.c.suspended_at.is_not(None))
        with self.write() as connection:
            resumed = connection.execute(statement.values(suspended_at=None, suspended_for=None)).rowcount == 1
            if resumed:
                self.note(connection, organisation_id, "key_resumed", Subject("key", key_id))
        return resumed

    def touch_key(self, organisation_id: str, key_id: str, at: datetime) -> None:
        """Note that the key was used."""
        is_key = _is_key(organisation_id, key_id)
        with self.write() as connection:
            connection.execute(update(KEY).where(*is_key).values(last_used_at=to_micros(at)))

    def key_state(self, key_id: str, period: str) -> KeyState | None:
        """See `core.ports.access.AccessStore.key_state`."""
        with self.read() as connection:
            row = connection.execute(KEY_STATE, {"key_id": key_id, "period": period}).mappings().first()
        if row is None:
            return None
        organisation = Organisation(
            row["organisation_id"],
            row["name"],
            row["tier"],
            row["monthly_limit"],
            bool(row["overage"]),
            from_micros(row["created_at"]),
            demo=bool(row["demo"]),
        )
        key = _key({**row, "created_at": row["key_created_at"]})
        return KeyState(organisation, key, int(row["temporary"]), int(row["used"]))

    # -- quota, ledger, rate -----------------------------------------------------------------------------

    def count_call(self, call: Call, *, reply: str | None = None, student_id: str | None = None) -> None:
        """See `core.ports.access.AccessStore.count_call`."""
        with self.write() as connection:
            self.count(connection, call, reply, student_id=student_id)

    def signing_secret(self, fresh: str) -> str:
        """See `core.ports.access.AccessStore.signing_secret`."""
        with self.write() as connection:
            row = {"name": "signing_secret", "value": fresh}
            connection.execute(self.insert_new(SETTING), row)
            query = select(SETTING.c.value).where(SETTING.c.name == "signing_secret")
            return str(connection.execute(query).scalar_one())

    def remembered_reply(self, organisation_id: str, idempotency_key: str) -> tuple[str, str, str] | None:
        """See `core.ports.access.AccessStore.remembered_reply`."""
        query = select(REPLY.c.endpoint, REPLY.c.fingerprint, REPLY.c.reply).where(
            REPLY.c.organisation_id == organisation_id, REPLY.c.idempotency_key == idempotency_key
        )
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row[0], row[1], row[2])

    def quota_used(self, organisation_id: str, period: str) -> int:
        """Calls counted in the month."""
        query = select(QUOTA.c.used).where(QUOTA.c.organisation_id == organisation_id, QUOTA.c.period == period)
        with self.read() as connection:
            return int(connection.execute(query).scalar() or 0)

    def grant_temporary(self, organisation_id: str, period: str, calls: int, *, note: str, at: datetime) -> None:
        """Add calls to the organisation's month."""
        row = {
            "organisation_id": organisation_id,
            "period": period,
            "calls": calls,
            "note": note,
            "granted_at": to_micros(at),
        }
        facts: dict[FactName, Fact] = {"calls": calls, "period": period}
        with self.write() as connection:
            connection.execute(TEMPORARY.insert(), row)
            school = Subject("organisation", organisation_id)
            self.note(connection, organisation_id, "quota_granted", school, at=at, facts=facts)

    def temporary_quota(self, organisation_id: str, period: str) -> int:
        """Calls added to the organisation's month so far."""
        query = select(func.coalesce(func.sum(TEMPORARY.c.calls), 0)).where(
            TEMPORARY.c.organisation_id == organisation_id, TEMPORARY.c.period == period
        )
        with self.read() as connection:
            return int(connection.execute(query).scalar_one())

    def ledger(self, organisation_id: str | None, period: str) -> Iterator[UsageRow]:
        """Counted calls of a month in the order of counting; of one organisation or of all."""
        conditions = [LEDGER.c.period == period]
        if organisation_id is not None:
            conditions.append(LEDGER.c.organisation_id == organisation_id)
        with self.read() as connection:
            rows = connection.execute(select(LEDGER).where(*conditions).order_by(LEDGER.c.seq)).mappings().all()
        for row in rows:
            columns = {name: value for name, value in row.items() if name != "seq"}
            yield UsageRow(**{**columns, "at": from_micros(columns["at"])})

    def delete_expired(self, now: datetime, *, replies_before: datetime) -> dict[str, int]:
        """See `core.ports.store.Store.delete_expired`."""
        known_before = CLIENT.c.last_used_at < to_micros(now - CLIENT_RETENTION)
        with self.write() as connection:
            signins = connection.execute(delete(SIGNIN).where(SIGNIN.c.expires_at <= to_micros(now))).rowcount
            replies = connection.execute(delete(REPLY).where(REPLY.c.at < to_micros(replies_before))).rowcount
            clients = connection.execute(delete(CLIENT).where(known_before)).rowcount
            for target in (CODE, JOIN):
                connection.execute(delete(target).where(target.c.expires_at <= to_micros(now)))
            connection.execute(delete(REQUEST).where(REQUEST.c.asked_at < to_micros(now - REQUEST_RETENTION)))
        self.delete_full_buckets(now)
        return {"signins": signins, "replies": replies, "clients": clients}


def _is_key(organisation_id: str, key_id: str) -> tuple[ColumnElement[bool], ...]:
    return KEY.c.organisation_id == organisation_id, KEY.c.key_id == key_id


def _key(row: dict[str, Any]) -> ApiKey:
    names = frozenset(cast(Permission, name) for name in row["permissions"].split(",") if name)
    return ApiKey(
        key_id=row["key_id"],
        organisation_id=row["organisation_id"],
        prefix=row["prefix"],
        secret_sha256=row["secret_sha256"],
        permissions=names,
        created_at=from_micros(row["created_at"]),
        revoked_at=None if row["revoked_at"] is None else from_micros(row["revoked_at"]),
        last_used_at=None if row["last_used_at"] is None else from_micros(row["last_used_at"]),
        agreed_rules=row["agreed_rules"],
        suspended_at=None if row["suspended_at"] is None else from_micros(row["suspended_at"]),
        suspended_for=row["suspended_for"] or "",
    )
