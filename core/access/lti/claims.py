"""Names of LTI 1.3 and LTI Advantage (1EdTech): claims, message types, scopes, media types, roles."""

from __future__ import annotations

from typing import Literal

_CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
_DEEP_LINK = "https://purl.imsglobal.org/spec/lti-dl/claim/"
_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/"

VERSION = "1.3.0"
MESSAGE_TYPE = f"{_CLAIM}message_type"
LTI_VERSION = f"{_CLAIM}version"
DEPLOYMENT_ID = f"{_CLAIM}deployment_id"
TARGET_LINK_URI = f"{_CLAIM}target_link_uri"
RESOURCE_LINK = f"{_CLAIM}resource_link"
ROLES = f"{_CLAIM}roles"
CONTEXT = f"{_CLAIM}context"
CUSTOM = f"{_CLAIM}custom"
MEMBERSHIPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
DEEP_LINKING_SETTINGS = f"{_DEEP_LINK}deep_linking_settings"
CONTENT_ITEMS = f"{_DEEP_LINK}content_items"
DATA = f"{_DEEP_LINK}data"

MessageType = Literal["LtiResourceLinkRequest", "LtiDeepLinkingRequest"]
RESOURCE_LINK_REQUEST: MessageType = "LtiResourceLinkRequest"
DEEP_LINKING_REQUEST: MessageType = "LtiDeepLinkingRequest"
DEEP_LINKING_RESPONSE = "LtiDeepLinkingResponse"

SCORE_SCOPE = f"{_SCOPE}score"
LINE_ITEM_SCOPE = f"{_SCOPE}lineitem"
MEMBERSHIP_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
MEMBERSHIP_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"

LtiRole = Literal["teacher", "student"]
_COURSE_ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"


def role_of(roles: list[str]) -> LtiRole | None:
    """What somebody is in the course; None for whoever neither teaches nor learns in it. Only roles in the course count: who administers the
    platform, or teaches elsewhere, is nobody here.

    >>> role_of(["http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"]), role_of(["Learner"])
    ('teacher', 'student')
    >>> role_of(["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"]) is None
    True
    """
    in_course = {role.removeprefix(_COURSE_ROLE) for role in roles if role.startswith(_COURSE_ROLE) or role.isalpha()}
    if "Instructor" in in_course:
        return "teacher"
    return "student" if "Learner" in in_course else None
