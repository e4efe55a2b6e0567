"""Refusals over HTTP: one form for all, in the reader's language, and never a traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import MediaType, Response

from spieltisch.games import IllegalMove, Refusal
from spieltisch.server import messages as ms
from spieltisch.server.ruling import Refused, refuse
from spieltisch.texts import LANGUAGES, STAND_IN

if TYPE_CHECKING:
    from litestar import Request
    from litestar.connection import ASGIConnection
    from litestar.exceptions import HTTPException

    from spieltisch.match import BadRecord

log = logging.getLogger("spieltisch.http")

STATUS = {
    "sign_in": 401,
    "credentials": 401,
    "not_seated": 403,
    "not_here": 403,
    "host_only": 403,
    "invited_only": 403,
    "no_spectators": 403,
    "origin": 403,
    "banned": 403,
    "banned_until": 403,
    "read_only": 403,
    "session_only": 403,
    "no_table": 404,
    "no_review": 404,
    "no_lesson": 404,
    "no_set": 404,
    "no_puzzle": 404,
    "no_trial": 404,
    "not_found": 404,
    "language": 404,
    "method": 405,
    "too_slow": 408,
    "too_large": 413,
    "long_address": 414,
    "long_head": 431,
    "too_fast": 429,
    "too_many_sockets": 429,
    "review_limit": 429,
    "trial_limit": 429,
    "trials_full": 429,
    "name": 400,
    "not_sure": 400,
    "input": 400,
    "record": 400,
    "seat_count": 400,
    "no_person": 400,
    "own_cards": 400,
    "set_long": 413,
    "long_options": 400,
    "moves": 400,
    "bad_message": 400,
    "storage": 503,
    "import_slow": 503,
    "set_slow": 503,
    "preparing": 503,
    "preparing_level": 503,
    "closing": 503,
    "broken": 500,
}


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Find the first language of the reader that we speak."""
    asked = connection.query_params.get("language")
    if asked in LANGUAGES:
        return str(asked)
    return first_spoken(connection.headers.get("accept-language", ""))


def first_spoken(header: str) -> str:
    """Find the first language in a list that we speak; nobody wishes for more than a few."""
    for part in header[:200].split(","):
        wished = part.partition(";")[0].strip()
        for code in (wished, wished.partition("-")[0].lower()):
            if code in LANGUAGES:
                return code
    return STAND_IN


def spoken(language: str) -> str:
    """Refuse a language that there are no texts in."""
    if language not in LANGUAGES:
        raise refuse("language", allowed=", ".join(LANGUAGES))
    return language


def status_of(reason: Refusal) -> int:
    """Choose the HTTP status for a refusal."""
    if isinstance(reason, Refused):
        return STATUS.get(reason.key.rpartition(".")[2], 409)
    return 409 if isinstance(reason, IllegalMove) else 400


def problem(reason: Refusal | BadRecord, status: int, language: str) -> Response[ms.Problem]:
    """Write a refusal."""
    told = refused(reason, language)
    body = ms.Problem(status=status, key=told.key, facts=told.facts, text=told.text)
    headers = {}
    if status in (429, 503):
        headers["Retry-After"] = str(int(float(str(reason.facts.get("seconds", 1)))) + 1)
    if status in (408, 413):
        headers["Connection"] = "close"  # the rest of it is not waited for
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)


def on_refusal(request: Request[Any, Any, Any], reason: Refusal) -> Response[ms.Problem]:
    """Something is not allowed."""
    return problem(reason, status_of(reason), language_of(request))


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ms.Problem]:
    """The framework refuses: unknown address, unreadable body, wrong method."""
    if isinstance(error.__cause__, msgspec.ValidationError):
        # The framework takes a mistake in a field for ours if the field is called like something that we give to
        # handlers, for example `settings`; but what we give them is always right.
        return problem(refuse("input", reason=str(error.__cause__)[:300]), 400, language_of(request))
    keys = {404: "not_found", 405: "method", 413: "too_large"}
    if error.status_code in keys:
        limit = request.app.state.settings.body_bytes
        reason = refuse(keys[error.status_code], limit=limit)
    else:
        reason = refuse("input", reason=explain(error))
    return problem(reason, error.status_code, language_of(request))


def explain(error: HTTPException) -> str:
    """Say what could not be read, without anything about the server's inside."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return ("; ".join(found) or error.detail)[:300]


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[ms.Problem]:
    """Something went wrong on our side: log it, say that it did."""
    if isinstance(error, RecursionError):
        return problem(refuse("input", reason="nested too deeply"), 400, language_of(request))
    if isinstance(error, msgspec.ValidationError | msgspec.DecodeError | UnicodeDecodeError):
        return problem(refuse("input", reason=str(error)[:300]), 400, language_of(request))
    request.app.state.hall.metrics.count("errors_total")
    log.error("request failed", exc_info=error, extra={"path": request.url.path})
    return problem(refuse("broken"), 500, language_of(request))


def refused(reason: Refusal | BadRecord, language: str) -> ms.Refused:
    """Tell a refusal."""
    told = reason.facts_in(language) if isinstance(reason, Refusal) else reason.facts
    facts = {key: value if isinstance(value, str | int | float | bool) else str(value) for key, value in told.items()}
    return ms.Refused(key=reason.key, facts=facts, text=reason.told(language))
