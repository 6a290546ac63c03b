"""The access part of the store: organisations, keys, quota, rate, ledger, accounts, browser sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, and_, delete, func, select, text, update

from core.records import Account, ApiKey, Call, Organisation, Permission, Standing, UsageRow
from core.store.session import SqlPart
from core.store.tables import (
    AccountTable,
    ApiKeyTable,
    IdempotencyTable,
    OrganisationTable,
    QuotaUseTable,
    RateBucketTable,
    SettingTable,
    SigninTable,
    TemporaryQuotaTable,
    UsageLedgerTable,
    from_micros,
    table,
    to_micros,
)  # fmt: skip

ORGANISATION = table(OrganisationTable)
KEY = table(ApiKeyTable)
QUOTA = table(QuotaUseTable)
TEMPORARY = table(TemporaryQuotaTable)
LEDGER = table(UsageLedgerTable)
BUCKET = table(RateBucketTable)
REPLY = table(IdempotencyTable)
SETTING = table(SettingTable)
ACCOUNT = table(AccountTable)
SIGNIN = table(SigninTable)

STANDING = text(
    "SELECT k.key_id, k.organisation_id, k.prefix, k.secret_sha256, k.permissions, k.created_at AS key_created_at, "
    "k.revoked_at, k.last_used_at, o.name, o.tier, o.monthly_limit, o.overage, o.created_at, "
    "COALESCE((SELECT SUM(t.calls) FROM temporary_quota t WHERE t.organisation_id = k.organisation_id "
    "AND t.period = :period), 0) AS temporary, "
    "COALESCE((SELECT q.used FROM quota_use q WHERE q.organisation_id = k.organisation_id "
    "AND q.period = :period), 0) AS used "
    "FROM api_key k JOIN organisation o ON o.organisation_id = k.organisation_id WHERE k.key_id = :key_id"
)

SKEW_SECONDS = 60.0
"""Clocks of several machines differ by less; a bucket further ahead was filled under a clock that was set back since: it is full again,
or it would stay empty for as long as the clock was ahead."""
REFILLED = "CASE WHEN b.tokens + {gone} * :rate > :burst THEN :burst ELSE b.tokens + {gone} * :rate END"
GONE = f"(CASE WHEN :at > b.at THEN :at - b.at WHEN b.at - :at > {SKEW_SECONDS} THEN b.at - :at + :burst / :rate ELSE 0 END)"
TAKE = text(
    "INSERT INTO rate_bucket AS b (bucket, tokens, at) VALUES (:bucket, :burst - 1.0, :at) "
    f"ON CONFLICT (bucket) DO UPDATE SET tokens = ({REFILLED.format(gone=GONE)}) - 1.0, "
    f"at = CASE WHEN :at > b.at OR b.at - :at > {SKEW_SECONDS} THEN :at ELSE b.at END "
    f"WHERE ({REFILLED.format(gone=GONE)}) >= 1.0 RETURNING tokens"
)


class AccessPart(SqlPart):
    """`core.ports.AccessStore` in SQL."""

    # -- organisations and keys --------------------------------------------------------------------------

    def add_organisation(self, organisation: Organisation) -> bool:
        """See `core.ports.AccessStore.add_organisation`."""
        row = {**vars(organisation), "created_at": to_micros(organisation.created_at)}
        with self.write() as connection:
            return connection.execute(self.insert_new(ORGANISATION), row).rowcount == 1

    def organisation(self, organisation_id: str) -> Organisation | None:
        """The organisation of that id."""
        return next(iter(self._organisations(ORGANISATION.c.organisation_id == organisation_id)), None)

    def organisation_named(self, name: str) -> Organisation | None:
        """The organisation of that name."""
        return next(iter(self._organisations(ORGANISATION.c.name == name)), None)

    def organisations(self) -> list[Organisation]:
        """All of them, by name."""
        return self._organisations()

    def _organisations(self, *conditions: ColumnElement[bool]) -> list[Organisation]:
        query = select(ORGANISATION).where(*conditions).order_by(ORGANISATION.c.name)
        with self.read() as connection:
            rows = connection.execute(query).mappings().all()
        return [Organisation(**{**row, "created_at": from_micros(row["created_at"])}) for row in rows]

    def set_plan(self, organisation_id: str, *, tier: str, monthly_limit: int | None, overage: bool) -> None:
        """Change tier, own limit and overage of an organisation."""
        statement = (
            update(ORGANISATION)
            .where(ORGANISATION.c.organisation_id == organisation_id)
            .values(tier=tier, monthly_limit=monthly_limit, overage=overage)
        )
        with self.write() as connection:
            connection.execute(statement)

    def add_key(self, key: ApiKey) -> None:
        """Keep a new key; of its secret only the hash."""
        row = {
            "key_id": key.key_id,
            "organisation_id": key.organisation_id,
            "prefix": key.prefix,
            "secret_sha256": key.secret_sha256,
            "permissions": ",".join(sorted(key.permissions)),
            "created_at": to_micros(key.created_at),
        }
        with self.write() as connection:
            connection.execute(KEY.insert(), row)

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

    def revoke_key(self, key_id: str, at: datetime) -> bool:
        """From now on the key and its tokens are refused; False when it was not active."""
        statement = update(KEY).where(KEY.c.key_id == key_id, KEY.c.revoked_at.is_(None))
        with self.write() as connection:
            return connection.execute(statement.values(revoked_at=to_micros(at))).rowcount == 1

    def touch_key(self, key_id: str, at: datetime) -> None:
        """Note that the key was used."""
        with self.write() as connection:
            connection.execute(update(KEY).where(KEY.c.key_id == key_id).values(last_used_at=to_micros(at)))

    def standing(self, key_id: str, period: str) -> Standing | None:
        """See `core.ports.AccessStore.standing`."""
        with self.read() as connection:
            row = connection.execute(STANDING, {"key_id": key_id, "period": period}).mappings().first()
        if row is None:
            return None
        organisation = Organisation(
            row["organisation_id"],
            row["name"],
            row["tier"],
            row["monthly_limit"],
            bool(row["overage"]),
            from_micros(row["created_at"]),
        )
        key = _key({**row, "created_at": row["key_created_at"]})
        return Standing(organisation, key, int(row["temporary"]), int(row["used"]))

    # -- quota, ledger, rate -----------------------------------------------------------------------------

    def count_call(self, call: Call, *, reply: str | None = None, student_id: str | None = None) -> None:
        """See `core.ports.AccessStore.count_call`."""
        with self.write() as connection:
            self.count(connection, call, reply, student_id=student_id)

    def signing_secret(self, fresh: str) -> str:
        """See `core.ports.AccessStore.signing_secret`."""
        with self.write() as connection:
            row = {"name": "signing_secret", "value": fresh}
            connection.execute(self.insert_new(SETTING), row)
            query = select(SETTING.c.value).where(SETTING.c.name == "signing_secret")
            return str(connection.execute(query).scalar_one())

    def remembered_reply(self, organisation_id: str, idempotency_key: str) -> tuple[str, str, str] | None:
        """See `core.ports.AccessStore.remembered_reply`."""
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
        with self.write() as connection:
            connection.execute(TEMPORARY.insert(), row)

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

    def take_token(self, bucket: str, *, rate_per_second: float, burst: int, at: datetime) -> float:
        """See `core.ports.AccessStore.take_token`."""
        now = to_micros(at) / 1e6
        asked = {"bucket": bucket, "rate": rate_per_second, "burst": float(burst), "at": now}
        with self.write() as connection:
            if connection.execute(TAKE, asked).first() is not None:
                return 0.0
            row = connection.execute(select(BUCKET.c.tokens, BUCKET.c.at).where(BUCKET.c.bucket == bucket)).one()
        tokens = min(float(burst), row.tokens + max(0.0, now - row.at) * rate_per_second)
        return float(max(1e-3, (1.0 - tokens) / rate_per_second))

    # -- accounts ----------------------------------------------------------------------------------------

    def add_account(self, account: Account) -> bool:
        """See `core.ports.AccessStore.add_account`."""
        with self.write() as connection:
            return connection.execute(self.insert_new(ACCOUNT), _account_columns(account)).rowcount == 1

    def update_account(self, account: Account) -> None:
        """Replace an account's row by id."""
        statement = update(ACCOUNT).where(ACCOUNT.c.account_id == account.account_id)
        with self.write() as connection:
            connection.execute(statement.values(_account_columns(account)))

    def account(self, account_id: str) -> Account | None:
        """The account of that id."""
        return next(iter(self._accounts(ACCOUNT.c.account_id == account_id)), None)

    def account_named(self, username: str) -> Account | None:
        """The account of that user name."""
        return next(iter(self._accounts(ACCOUNT.c.username == username)), None)

    def accounts(self, organisation_id: str) -> list[Account]:
        """An organisation's accounts by user name."""
        return self._accounts(ACCOUNT.c.organisation_id == organisation_id)

    def _accounts(self, condition: ColumnElement[bool]) -> list[Account]:
        with self.read() as connection:
            rows = connection.execute(select(ACCOUNT).where(condition).order_by(ACCOUNT.c.username)).mappings().all()
        return [_account(dict(row)) for row in rows]

    def add_signin(self, token_sha256: str, account_id: str, expires_at: datetime) -> None:
        """See `core.ports.AccessStore.add_signin`."""
        row = {"token_sha256": token_sha256, "account_id": account_id, "expires_at": to_micros(expires_at)}
        with self.write() as connection:
            connection.execute(SIGNIN.insert(), row)

    def account_of_signin(self, token_sha256: str, at: datetime) -> Account | None:
        """The account of a browser session that has not expired."""
        condition = and_(SIGNIN.c.token_sha256 == token_sha256, SIGNIN.c.expires_at > to_micros(at))
        return next(iter(self._accounts(ACCOUNT.c.account_id.in_(select(SIGNIN.c.account_id).where(condition)))), None)

    def forget_past(self, now: datetime, *, replies_before: datetime) -> dict[str, int]:
        """See `core.ports.Store.forget_past`."""
        with self.write() as connection:
            signins = connection.execute(delete(SIGNIN).where(SIGNIN.c.expires_at <= to_micros(now))).rowcount
            replies = connection.execute(delete(REPLY).where(REPLY.c.at < to_micros(replies_before))).rowcount
        return {"signins": signins, "replies": replies}

    def end_signin(self, token_sha256: str) -> None:
        """Forget a browser session."""
        with self.write() as connection:
            connection.execute(delete(SIGNIN).where(SIGNIN.c.token_sha256 == token_sha256))


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
    )


def _account_columns(account: Account) -> dict[str, Any]:
    return {
        **vars(account),
        "settings": json.dumps(account.settings, ensure_ascii=False),
        "created_at": to_micros(account.created_at),
    }


def _account(row: dict[str, Any]) -> Account:
    return Account(**{**row, "settings": json.loads(row["settings"]), "created_at": from_micros(row["created_at"])})
