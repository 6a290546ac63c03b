"""The sections of Administration, each with its parts from top to bottom. Only the one that is looked at is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from pages.parts.admin.accounts import draw_accounts
from pages.parts.admin.audio_pack import draw_audio_pack
from pages.parts.admin.audit import draw_audit
from pages.parts.admin.availability import draw_availability
from pages.parts.admin.backups import draw_backups
from pages.parts.admin.bill import draw_bill
from pages.parts.admin.erase import draw_erase
from pages.parts.admin.essay_model import draw_essay_model
from pages.parts.admin.keys import draw_keys
from pages.parts.admin.quota import draw_quota, quota_sentence
from pages.parts.admin.requests import draw_requests
from pages.parts.admin.school import draw_school
from pages.parts.admin.settings import draw_settings
from pages.parts.admin.state import draw_state
from pages.parts.admin.stroke_pack import draw_stroke_pack
from pages.parts.admin.views import DATA, PEOPLE, PLAN, SERVICE
from pages.parts.visitor import Visitor


def draw_section(view: str, who: Visitor) -> None:
    """The parts of a section."""
    SECTIONS[view](who)


def _draw_people(who: Visitor) -> None:
    draw_school(who)
    draw_accounts(who)
    draw_keys(who)


def _draw_plan(who: Visitor) -> None:
    quota = who.core.administration.quota(who.caller)
    st.markdown(quota_sentence(quota))
    draw_quota(quota)
    draw_requests(who)
    draw_bill(who)


def _draw_data(who: Visitor) -> None:
    draw_backups(who)
    draw_erase(who)
    draw_audit(who)


def _draw_service(who: Visitor) -> None:
    draw_state(who)
    draw_availability(who, who.core.administration.quota(who.caller).tier)
    draw_essay_model(who)
    draw_audio_pack(who)
    draw_stroke_pack(who)
    draw_settings(who)


SECTIONS: Mapping[str, Callable[[Visitor], None]] = {
    PEOPLE: _draw_people,
    PLAN: _draw_plan,
    DATA: _draw_data,
    SERVICE: _draw_service,
}
