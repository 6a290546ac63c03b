"""The client: made with an API key, called by the names of the operations."""

from __future__ import annotations

from .operations import Operations


class Wenlu(Operations):
    """A client of one service.

    >>> client = Wenlu(api_key="wl_...", base_url="https://wenlu.example.org")
    >>> client.generate_questions(level="beginner", type="multiple_choice", count=2)  # doctest: +SKIP
    GeneratedQuestions(questions=[...], total=2, ...)
    """

    def _exchanged(self, api_key: str) -> tuple[str, float]:
        access = self.token(api_key)
        return access.access_token, float(access.expires_in or 0)
