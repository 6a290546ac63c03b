"""The labels of a portrait: three tiers and the stars, each with what the next one asks for."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.portrait.wire import Portrait, SkillKey
from pages.parts.i18n import _, language, ngettext
from pages.parts.portrait.view import LANGUAGE_SKILLS, six_names
from pages.parts.portrait.words import TIERS, tier_of

MOST_STARS = 15
LANGUAGE_TIERS = ("中文小白", "中文能手", "中文达人", "中文大师")
CLASSROOM_TIERS = ("白银学习者", "黄金学习者", "铂金学习者", "钻石学习者")
COMMUNITY_TIERS = ("社交新人", "社交牛人", "社交牛人", "社交名人")


def draw_labels(view: Portrait) -> None:
    """Four cards: language, class, community, stars."""
    current = view.current_portrait
    ability = current.language_ability
    known = [key for key in LANGUAGE_SKILLS if ability.known[key]]
    mean = sum(getattr(ability, key) for key in known) / len(known) if known else 0.0
    only = "" if len(known) == len(LANGUAGE_SKILLS) else _("from {names} alone").format(names=joined(known))
    first, second = st.columns(2)
    with first:
        _draw_label(
            _("Language ability"), view.level_labels.language, LANGUAGE_TIERS, mean, known=bool(known), note=only
        )
    with second:
        _draw_stars(view)
    third, fourth = st.columns(2)
    places = (
        (third, _("Classroom"), current.classroom_performance, CLASSROOM_TIERS),
        (fourth, _("Community"), current.community_performance, COMMUNITY_TIERS),
    )
    for place, name, performance, tiers in places:
        with place:
            _draw_label(name, performance.level, tiers, performance.score, known=performance.known)


def joined(keys: Sequence[SkillKey]) -> str:
    """Names of skills in a row."""
    return _(", ").join(six_names()[key] for key in keys)


def _draw_label(name: str, label: str, tiers: tuple[str, ...], score: float, *, known: bool, note: str = "") -> None:
    """One card; a label is no verdict where nothing is known."""
    if not known:
        _draw_card(name, f":gray[{_('Not enough data yet')}]", "")
        return
    gloss = glosses().get(label, "") if language() == "en" else ""
    _draw_card(
        name,
        f"**{label}**" + (f" · {gloss}" if gloss else ""),
        " · ".join(filter(None, (note, _next_tier(tiers, score)))),
    )


def _draw_card(name: str, main: str, below: str) -> None:
    """Three short lines in a border."""
    with st.container(border=True, height="stretch"):
        st.markdown(f":small[:gray[{name}]]  \n{main}" + (f"  \n:small[:gray[{below}]]" if below else ""))


def _next_tier(tiers: tuple[str, ...], score: float) -> str:
    """The next label with its bound; two neighbouring tiers may bear one name."""
    here = tier_of(score)
    for tier in range(here + 1, len(tiers)):
        if tiers[tier] != tiers[here]:
            return _("{label} from {bound} of 100").format(label=tiers[tier], bound=TIERS[tier - 1])
    return _("the highest label")


def _draw_stars(view: Portrait) -> None:
    labels = view.level_labels
    earned = ngettext("{count} point of experience", "{count} points of experience", labels.star_exp)
    if labels.next_star_exp is None:
        below = _("All stars are reached.")
    else:
        missing = labels.next_star_exp - labels.star_exp
        below = ngettext("{count} more to the next star", "{count} more to the next star", missing)
    _draw_card(_("Stars"), f":material/star: **{labels.star_level}** / {MOST_STARS} · {earned}", below)


def glosses() -> dict[str, str]:
    """What the contract's labels mean."""
    return {
        "中文小白": _("beginner"),
        "中文能手": _("capable"),
        "中文达人": _("proficient"),
        "中文大师": _("master"),
        "白银学习者": _("silver learner"),
        "黄金学习者": _("gold learner"),
        "铂金学习者": _("platinum learner"),
        "钻石学习者": _("diamond learner"),
        "社交新人": _("newcomer"),
        "社交牛人": _("active member"),
        "社交名人": _("well known"),
    }
