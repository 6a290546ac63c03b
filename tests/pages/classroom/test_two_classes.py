"""Every page of a teacher as one sees it who teaches one ordinary class of two: it opens, and shows nobody of the other class."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.plan.assignments.wire import ItemsBody
from core.records.access import Caller
from core.records.students import Student
from pages.parts.addresses import Address, addresses
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers
from tests.pages.rules.test_typed_text import drawn_nodes
