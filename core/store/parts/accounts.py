"""The account part of the store: people's accounts, signed-in browsers, and the clients known to each account."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, false, or_, select, update
from sqlalchemy.exc import DBAPIError

from core.records.access import Account, Signin
from core.records.audit import AuditAction, Fact, FactName, Subject
from core.store.database.session import SqlPart
from core.store.tables.access import AccountTable, KnownClientTable, OrganisationTable, SigninTable
from core.store.tables.columns import from_micros, table, to_micros  # fmt: skip
from core.store.tables.roster import AccessCodeTable

ACCOUNT = table(AccountTable)
ORGANISATION = table(OrganisationTable)
SIGNIN = table(SigninTable)
CLIENT = table(KnownClientTable)
CODE = table(AccessCodeTable)

SEEN_INTERVAL = timedelta(minutes=5)
"""The time at which a browser was last seen is written no more often than this."""
MAX_CLIENTS = 20
"""Most known clients of an account; beyond that the least recently used are removed."""
SIGNIN_COLUMNS = [
    SIGNIN.c[name] for name in ("token_sha256", "account_id", "created_at", "last_seen_at", "expires_at", "browser")
]


class AccountPart(SqlPart):
    """Accounts, sign-ins and known clients of `core.ports.access.AccessStore` in SQL."""

    def add_account(self, account: Account) -> bool:
        """See `core.ports.access.AccessStore.add_account`."""
        with self.write() as connection:
            if connection.execute(self.insert_new(ACCOUNT), account_columns(account)).rowcount == 0:
                return False
            made = Subject("account", account.account_id)
            organisation_id, made_at = account.organisation_id, account.created_at
            self.note(connection, organisation_id, "account_made", made, at=made_at, facts=role_told(account))
            return True

    def update_account(self, account: Account) -> None:
        """See `core.ports.access.AccessStore.update_account`."""
        own = _is_account(account.organisation_id, account.account_id)
        columns = account_columns(account)
        unchanged = "password_hash", "disabled_at", "demo"
        with self.write() as connection:
            before = connection.execute(select(ACCOUNT.c.display_name).where(*own)).scalar()
            statement = update(ACCOUNT).where(*own)
            connection.execute(statement.values({name: columns[name] for name in columns if name not in unchanged}))
            if before not in (None, account.display_name):
                self.note(
                    connection, account.organisation_id, "account_renamed", Subject("account", account.account_id)
                )

    def account(self, organisation_id: str, account_id: str) -> Account | None:
        """The organisation's account with that id."""
        return next(iter(self._accounts(*_is_account(organisation_id, account_id))), None)

    def accounts_named(self, username: str) -> list[Account]:
        """See `core.ports.access.AccessStore.accounts_named`."""
        return self._accounts(ACCOUNT.c.username == username)

    def accounts(self, organisation_id: str) -> list[Account]:
        """An organisation's accounts by user name."""
        return self._accounts(ACCOUNT.c.organisation_id == organisation_id)

    def _accounts(self, *conditions: ColumnElement[bool]) -> list[Account]:
        with self.read() as connection:
            rows = connection.execute(select(ACCOUNT).where(*conditions).order_by(ACCOUNT.c.username)).mappings().all()
        return [_account(dict(row)) for row in rows]

    def change_password(
        self, organisation_id: str, account_id: str, password_hash: str, *, keep_signin: str = ""
    ) -> bool:
        """See `core.ports.access.AccessStore.change_password`."""
        with self.write() as connection:
            statement = update(ACCOUNT).where(*_is_account(organisation_id, account_id))
            if connection.execute(statement.values(password_hash=password_hash)).rowcount == 0:
                return False
            _end_signins(connection, account_id, keep=keep_signin)
            connection.execute(delete(CLIENT).where(CLIENT.c.account_id == account_id))
            connection.execute(delete(CODE).where(CODE.c.account_id == account_id))
            self.note(connection, organisation_id, "password_changed", Subject("account", account_id))
        return True

    def set_disabled(self, organisation_id: str, account_id: str, at: datetime | None) -> bool:
        """See `core.ports.access.AccessStore.set_disabled`."""
        is_opposite = ACCOUNT.c.disabled_at.is_not(None) if at is None else ACCOUNT.c.disabled_at.is_(None)
        statement = update(ACCOUNT).where(*_is_account(organisation_id, account_id), is_opposite)
        with self.write() as connection:
            changed = (
                connection.execute(statement.values(disabled_at=None if at is None else to_micros(at))).rowcount == 1
            )
            if at is not None:
                _end_signins(connection, account_id)
            if changed:
                action: AuditAction = "account_opened" if at is None else "account_closed"
                self.note(connection, organisation_id, action, Subject("account", account_id), at=at)
        return changed

    # -- browsers that are signed in ---------------------------------------------------------------------

    def add_signin(self, signin: Signin) -> None:
        """See `core.ports.access.AccessStore.add_signin`."""
        times = {name: to_micros(getattr(signin, name)) for name in ("created_at", "last_seen_at", "expires_at")}
        with self.write() as connection:
            connection.execute(SIGNIN.insert(), {**vars(signin), **times})

    def signed_in(
        self, token_sha256: str, at: datetime, *, seen_since: datetime, demo: bool
    ) -> tuple[Account, Signin] | None:
        """See `core.ports.access.AccessStore.signed_in`."""
        is_demo = or_(ACCOUNT.c.demo, ORGANISATION.c.demo)
        query = (
            select(ACCOUNT, *(column.label(f"signin_{column.name}") for column in SIGNIN_COLUMNS))
            .join(SIGNIN, SIGNIN.c.account_id == ACCOUNT.c.account_id)
            .join(ORGANISATION, ORGANISATION.c.organisation_id == ACCOUNT.c.organisation_id)
            .where(
                SIGNIN.c.token_sha256 == token_sha256,
                SIGNIN.c.expires_at > to_micros(at),
                SIGNIN.c.last_seen_at > to_micros(seen_since),
                ACCOUNT.c.disabled_at.is_(None),
                *([] if demo else [is_demo == false()]),
            )
        )
        with self.read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        signin = _signin({column.name: row[f"signin_{column.name}"] for column in SIGNIN_COLUMNS})
        return _account({name: value for name, value in row.items() if not name.startswith("signin_")}), signin

    def touch_signin(self, token_sha256: str, at: datetime) -> None:
        """See `core.ports.access.AccessStore.touch_signin`."""
        outdated = SIGNIN.c.last_seen_at < to_micros(at - SEEN_INTERVAL)
        conditions = SIGNIN.c.token_sha256 == token_sha256, outdated
        # A note for the list of browsers: where nothing can be written (a full disk), pages can still be read.
        with suppress(DBAPIError), self.write() as connection:
            connection.execute(update(SIGNIN).where(*conditions).values(last_seen_at=to_micros(at)))

    def signins(self, organisation_id: str, account_id: str, at: datetime, *, seen_since: datetime) -> list[Signin]:
        """See `core.ports.access.AccessStore.signins`."""
        own = select(ACCOUNT.c.account_id).where(*_is_account(organisation_id, account_id))
        query = select(*SIGNIN_COLUMNS).where(
            SIGNIN.c.account_id.in_(own),
            SIGNIN.c.expires_at > to_micros(at),
            SIGNIN.c.last_seen_at > to_micros(seen_since),
        )
        with self.read() as connection:
            rows = connection.execute(query.order_by(SIGNIN.c.last_seen_at.desc())).mappings().all()
        return [_signin(dict(row)) for row in rows]

    def end_signin(self, token_sha256: str) -> None:
        """See `core.ports.access.AccessStore.end_signin`."""
        with self.write() as connection:
            connection.execute(delete(SIGNIN).where(SIGNIN.c.token_sha256 == token_sha256))

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> list[str]:
        """See `core.ports.access.AccessStore.end_signins`."""
        with self.write() as connection:
            own = select(ACCOUNT.c.account_id).where(*_is_account(organisation_id, account_id))
            if connection.execute(own).first() is None:
                return []
            ended = _end_signins(connection, account_id, only=only, keep=keep)
            if ended:
                facts: dict[FactName, Fact] = {"ended": len(ended)}
                self.note(connection, organisation_id, "signins_ended", Subject("account", account_id), facts=facts)
            return ended

    # -- clients known to an account ---------------------------------------------------------------------

    def known_clients(self, account_id: str, clients: Collection[str]) -> frozenset[str]:
        """See `core.ports.access.AccessStore.known_clients`."""
        query = select(CLIENT.c.client_sha256).where(
            CLIENT.c.account_id == account_id, CLIENT.c.client_sha256.in_(clients)
        )
        with self.read() as connection:
            return frozenset(connection.execute(query).scalars())

    def remember_client(self, account_id: str, at: datetime, *, device: str, address: str, replaced: str = "") -> None:
        """See `core.ports.access.AccessStore.remember_client`."""
        rows = [
            {"account_id": account_id, "client_sha256": client, "last_used_at": to_micros(at)}
            for client in (device, address)
        ]
        insert = self.insert(CLIENT)
        upsert = insert.on_conflict_do_update(
            index_elements=["account_id", "client_sha256"], set_={"last_used_at": insert.excluded.last_used_at}
        )
        newest = select(CLIENT.c.client_sha256).where(CLIENT.c.account_id == account_id)
        newest = newest.order_by(CLIENT.c.last_used_at.desc(), CLIENT.c.client_sha256).limit(MAX_CLIENTS)
        with self.write() as connection:
            rename = update(CLIENT).where(CLIENT.c.client_sha256 == replaced).values(client_sha256=device)
            connection.execute(rename)
            connection.execute(upsert, rows)
            kept_clients = list(connection.execute(newest).scalars())
            connection.execute(
                delete(CLIENT).where(CLIENT.c.account_id == account_id, CLIENT.c.client_sha256.not_in(kept_clients))
            )


def _is_account(organisation_id: str, account_id: str) -> tuple[ColumnElement[bool], ...]:
    return ACCOUNT.c.organisation_id == organisation_id, ACCOUNT.c.account_id == account_id


def _end_signins(connection: Connection, account_id: str, *, only: str = "", keep: str = "") -> list[str]:
    """End sign-ins of an account (see `AccessStore.end_signins`); returns the hashes of their cookies."""
    condition = and_(SIGNIN.c.account_id == account_id, SIGNIN.c.token_sha256 != keep)
    if only:
        condition = and_(condition, SIGNIN.c.token_sha256 == only)
    return list(connection.execute(delete(SIGNIN).where(condition).returning(SIGNIN.c.token_sha256)).scalars())


def _signin(row: Mapping[str, Any]) -> Signin:
    columns: dict[str, Any] = {
        name: from_micros(value) if name.endswith("_at") else value for name, value in row.items()
    }
    return Signin(**columns)


def role_told(account: Account) -> dict[FactName, Fact]:
    """What is told of the making of an account."""
    return {"role": account.role}


def account_columns(account: Account) -> dict[str, Any]:
    """An account as its row."""
    return {
        **vars(account),
        "language": account.language or "",
        "settings": json.dumps(account.settings, ensure_ascii=False),
        "created_at": to_micros(account.created_at),
        "disabled_at": None if account.disabled_at is None else to_micros(account.disabled_at),
    }


def _account(row: dict[str, Any]) -> Account:
    disabled_at = row["disabled_at"]
    decoded = {
        "language": row["language"] or None,
        "settings": json.loads(row["settings"]),
        "created_at": from_micros(row["created_at"]),
        "disabled_at": None if disabled_at is None else from_micros(disabled_at),
        "demo": bool(row["demo"]),
    }
    return Account(**{**row, **decoded})
