"""The operator's language model, as the administrator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from core.backends.chat import ChatEndpoint
from core.records.essay_models import MeasuredModel, ModelUse


@dataclass(frozen=True)
class EssayModel:
    """The language model that corrects essays beside the embedded engine."""

    chat: ChatEndpoint
    url: str
    measured: MeasuredModel | None
    """None: nobody has measured it, and it only asks for checks."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    @property
    def host(self) -> str:
        """The host that texts are sent to; without user, password or path, which are nobody's business."""
        parts = urlsplit(self.url)
        return parts.hostname or self.url

    @property
    def use(self) -> ModelUse:
        """What this process has asked of it."""
        return self.chat.use
