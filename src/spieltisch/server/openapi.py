"""The HTTP API described for programs: what the framework knows of the handlers, with our types, refusals and keys.

The framework reads paths and parameters. The types come from msgspec, which also reads and writes them: their
limits and tags stand in the document as they are checked.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from spieltisch.match import Record
from spieltisch.server import messages as ms
from spieltisch.server.faces import AnyPreview, AnySheet
from spieltisch.server.gate import SAFE_METHODS
from spieltisch.server.schema import schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

SCHEMAS = "#/components/schemas/{name}"
STREAM = "text/event-stream"
READ, PLAY = "read", "play"
SECURITY = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "spieltisch",
        "description": "The session of a browser, set by `POST /api/me` and `POST /api/session`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token for programs, made with `POST /api/tokens`. With scope `read` it may only watch, with "
        "`play` also act at tables. Neither decides anything about the account.",
    },
}


@cache
def described(app: Litestar) -> dict[str, Any]:
    """Describe the API."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    components = document.setdefault("components", {})
    components["schemas"] |= our_types()
    components["securitySchemes"] = SECURITY
    for path, method, handler in operations(app):
        operation = document["paths"][path][method]
        operation["responses"] = with_refusals(operation["responses"])
        operation["security"] = keys_for(handler, method)
    return document


@cache
def our_types() -> dict[str, Any]:
    """Describe all types that travel, as msgspec reads them."""
    bodies = [body for body in ms.BODIES.values() if body is not None]
    return schema_of([*ms.everything(), *bodies, Record, AnySheet, AnyPreview], SCHEMAS)[1]


def operations(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Everything that can be asked for: address, method, and who answers."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, found in route.route_handler_map.items():
            handler = found[0] if isinstance(found, tuple) else found
            if isinstance(handler, HTTPRouteHandler) and handler.resolve_include_in_schema():
                yield route.path_format, method.lower(), handler


def with_refusals(responses: dict[str, Any]) -> dict[str, Any]:
    """The framework does not know our refusals: each operation may answer with a Problem."""
    problem = {"$ref": SCHEMAS.format(name=ms.Problem.__name__)}
    answer = {"description": "Refused, with the reason", "content": {"application/json": {"schema": problem}}}
    kept = {code: streamed(told) for code, told in responses.items() if code < "4"}
    return {**kept, "4XX": answer, "5XX": answer}


def streamed(response: dict[str, Any]) -> dict[str, Any]:
    """A stream is text; what stands after each `data:` is one message."""
    for kind, content in response.get("content", {}).items():
        if kind == STREAM:
            content["schema"] = {
                "type": "string",
                "description": "Server-sent events; the `data` of each is one message as JSON.",
                "contentMediaType": "application/json",
                "contentSchema": content["schema"],
            }
    return response


def keys_for(handler: HTTPRouteHandler, method: str) -> list[dict[str, list[str]]]:
    """Whoever a handler wants to know needs a session or a token of the right scope; an owner comes with a session."""
    wanted = handler.parsed_fn_signature.parameters
    if "owner" in wanted:
        return [{"cookie": []}]
    if "person" not in wanted:
        return []
    return [{"cookie": []}, {"token": [READ if method.upper() in SAFE_METHODS else PLAY]}]
