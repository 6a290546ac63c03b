"""The name of the service, written in Kai, the typeface of the characters that are learnt here."""

from __future__ import annotations

import streamlit as st

KAI = "'LXGW WenKai', 'LXGW WenKai GB', '霞鹜文楷', KaiTi, STKaiti, 'Kaiti SC', 'AR PL UKai CN', serif"


def draw_name(*, size_px: int) -> None:
    """文路 with the Latin name beside it."""
    st.html(
        f'<div style="display:flex;align-items:baseline;gap:{size_px // 4}px;line-height:1.2">'
        f'<span lang="zh-CN" style="font-family:{KAI};font-size:{size_px}px">文路</span>'
        f'<span lang="en" style="font-size:{max(14, size_px // 2)}px;letter-spacing:.04em">Wenlu</span></div>'
    )
