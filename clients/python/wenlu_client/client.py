"""The client: made with an API key, called by the names of the operations."""

from __future__ import annotations

from .errors import ServerError
from .operations import Operations


class Wenlu(Operations):
    """A client of one service.

    >>> client = Wenlu(api_key="wl_...", base_url="https://wenlu.example.org")
    >>> client.generate_questions(level="beginner", type="multiple_choice", count=2)  # doctest: +SKIP
    GeneratedQuestions(questions=[...], total=2, ...)
    """

    def _exchanged(self, api_key: str) -> tuple[str, float]:
        access = self.token(api_key)
        token: object = access.access_token
        seconds: object = access.expires_in
        if not isinstance(token, str) or not token or not isinstance(seconds, int | float):
            raise ServerError("The answer is not what the documents say (it holds no token).", status=200)
        return token, float(seconds)
