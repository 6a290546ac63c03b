"""What an administrator of a platform needs to know of this tool, as JSON to be pasted: in the form that Canvas reads, with the plain
addresses that Moodle and Blackboard ask for beside it."""

from __future__ import annotations

from typing import Any

from core.access.lti import claims

LOGIN, LAUNCH, KEYS, CONFIGURATION = "/lti/login", "/lti/launch", "/lti/keys", "/lti/configuration"


def configuration(own_origin: str) -> dict[str, Any]:
    """The tool under its own address."""
    launch, login, keys = (f"{own_origin}{path}" for path in (LAUNCH, LOGIN, KEYS))
    scopes = [claims.SCORE_SCOPE, claims.MEMBERSHIP_SCOPE]
    placements = [
        {
            "placement": placement,
            "message_type": claims.DEEP_LINKING_REQUEST,
            "target_link_uri": launch,
            "text": "Wenlu",
        }
        for placement in ("assignment_selection", "link_selection")
    ]
    return {
        "title": "Wenlu",
        "description": "Chinese: practice, marking and reports.",
        "target_link_uri": launch,
        "oidc_initiation_url": login,
        "redirect_uris": [launch],
        "public_jwk_url": keys,
        "scopes": scopes,
        "extensions": [
            {
                "platform": "canvas.instructure.com",
                "privacy_level": "name_only",
                "settings": {"platform": "canvas.instructure.com", "placements": placements},
            }
        ],
    }
