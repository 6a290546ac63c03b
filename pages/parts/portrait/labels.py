"""The labels of a portrait: three tiers and the stars, each with what the next one takes."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.portrait.wire import Portrait, SkillKey
from pages.parts.i18n import _, language, ngettext
from pages.parts.portrait.view import LANGUAGE_SKILLS, six_names
from pages.parts.portrait.words import TIER_BOUNDS, tier_of

MOST_STARS = 15
LANGUAGE_TIERS = ("中文小白", "中文能手", "中文达人", "中文大师")
CLASSROOM_TIERS = ("白银学习者", "黄金学习者", "铂金学习者", "钻石学习者")
COMMUNITY_TIERS = ("社交新人", "社交牛人", "社交牛人", "社交名人")


def draw_labels(view: Portrait) -> None:
    """Four cards: language, class, community, stars."""
    current = view.current_portrait
    ability = current.language_ability
    known_skills = [key for key in LANGUAGE_SKILLS if ability.known[key]]
    mean = sum(getattr(ability, key) for key in known_skills) / len(known_skills) if known_skills else 0.0
    note = (
        ""
        if len(known_skills) == len(LANGUAGE_SKILLS)
        else _("from {names} alone").format(names=names_text(known_skills))
    )
    language_column, stars_column = st.columns(2)
    with language_column:
        _draw_label(
            _("Language ability"), view.level_labels.language, LANGUAGE_TIERS, mean, known=bool(known_skills), note=note
        )
    with stars_column:
        _draw_stars(view)
    classroom_column, community_column = st.columns(2)
    cards = (
        (classroom_column, _("Classroom"), current.classroom_performance, CLASSROOM_TIERS),
        (community_column, _("Community"), current.community_performance, COMMUNITY_TIERS),
    )
    for column, name, performance, tiers in cards:
        with column:
            _draw_label(name, performance.level, tiers, performance.score, known=performance.known)


def names_text(keys: Sequence[SkillKey]) -> str:
    """`Listening, Reading`: names of skills in a list."""
    return _(", ").join(six_names()[key] for key in keys)


def _draw_label(name: str, label: str, tiers: tuple[str, ...], score: float, *, known: bool, note: str = "") -> None:
    """The card of one label; where nothing is known it shows none."""
    if not known:
        _draw_card(name, f":gray[{_('Not enough data yet')}]", "")
        return
    gloss = glosses().get(label, "") if language() == "en" else ""
    _draw_card(
        name,
        f"**{label}**" + (f" · {gloss}" if gloss else ""),
        " · ".join(filter(None, (note, _next_tier(tiers, score)))),
    )


def _draw_card(name: str, main: str, note: str) -> None:
    """Three short lines in a border."""
    with st.container(border=True, height="stretch"):
        st.markdown(f":small[:gray[{name}]]  \n{main}" + (f"  \n:small[:gray[{note}]]" if note else ""))


def _next_tier(tiers: tuple[str, ...], score: float) -> str:
    """The next label with its bound; neighbouring tiers with the same label are passed over."""
    current = tier_of(score)
    for tier in range(current + 1, len(tiers)):
        if tiers[tier] != tiers[current]:
            return _("{label} from {bound} of 100").format(label=tiers[tier], bound=TIER_BOUNDS[tier - 1])
    return _("the highest label")


def _draw_stars(view: Portrait) -> None:
    labels = view.level_labels
    earned = ngettext("{count} point of experience", "{count} points of experience", labels.star_exp)
    if labels.next_star_exp is None:
        note = _("All stars are reached.")
    else:
        missing = labels.next_star_exp - labels.star_exp
        note = ngettext("{count} more to the next star", "{count} more to the next star", missing)
    _draw_card(_("Stars"), f":material/star: **{labels.star_level}** / {MOST_STARS} · {earned}", note)


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
