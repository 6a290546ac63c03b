"""Wire models of POST /auth/token."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.records import Permission
from core.wire import Closed


class TokenRequest(Closed):
    """An API key asks for a short-lived access token."""

    api_key: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class AccessToken(Closed):
    """Send it as `Authorization: Bearer <access_token>` until it expires."""

    access_token: str
    token_type: Literal["Bearer"] = "Bearer"
    expires_in: int = Field(description="Seconds until it expires")
    permissions: list[Permission]
