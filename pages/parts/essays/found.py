"""How much of what is wrong a review shows, in one line: what was measured, by kind, with which engine."""

from __future__ import annotations

from collections.abc import Sequence

from core.api.administration import Administration
from core.api.essays import EssayReport
from core.tables.essays.found import ErrorKind, EssayFound, FoundShare
from pages.parts.essays.engine import language_model_of
from pages.parts.i18n import _

KINDS_NAMED = 3
"""So many of the kinds that are found best, and as many of those that are found least, are named."""


def kind_names() -> dict[ErrorKind, str]:
    """The kinds of errors as a reader calls them."""
    return {
        "order": _("word order"),
        "的地得": _("的, 地 and 得"),
        "aspect": _("了, 着 and 过"),
        "把 and 被": _("把 and 被"),
        "modal or negation": _("modal verbs and negation"),
        "connective": _("connectives"),
        "preposition": _("prepositions"),
        "complement": _("complements"),
        "measure word": _("measure words"),
        "character": _("wrong characters"),
        "missing": _("missing words"),
        "extra": _("extra words"),
        "word choice": _("wrong words"),
    }


def found_text(report: EssayReport, found: EssayFound, administration: Administration) -> str:
    """What the engine that made a report finds of a hundred errors."""
    parts = [embedded_text(found)]
    model = administration.essay_model
    name = language_model_of(report.engine)
    if name:
        measured = model.measured if model is not None and model.name == name else None
        parts.append(
            _("What the language model {name} adds was not measured.").format(name=name)
            if measured is None or not measured.told.of
            else _(
                "Of a hundred errors in the sentences on which the language model {name} was measured it finds about {count}; of free writing it may be fewer."
            ).format(name=name, count=f"{100 * measured.told.value:.0f}")
        )
    return " ".join((*parts, _("A text without marks is not a text without errors.")))


def embedded_text(found: EssayFound) -> str:
    """What the embedded engine finds, with the kinds that it finds best and least."""
    kinds = found.best_first
    named = min(KINDS_NAMED, len(kinds) // 2)
    return _(
        "Of a hundred errors in free writing the embedded engine finds about {count} (measured on {errors}). By kind, it finds most of a hundred "
        "among {best}, fewest among {least}."
    ).format(
        count=f"{found.of_a_hundred:.0f}",
        errors=found.errors,
        best=_listed(kinds[:named]),
        least=_listed(kinds[len(kinds) - named :]),
    )


def _listed(kinds: Sequence[tuple[ErrorKind, FoundShare]]) -> str:
    """`wrong characters (41), measure words (20)`."""
    names = kind_names()
    return _(", ").join(
        _("{kind} ({count})").format(kind=names[kind], count=f"{share.of_a_hundred:.0f}") for kind, share in kinds
    )
