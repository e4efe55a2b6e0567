"""The socket described for programs: an AsyncAPI 3 document, made from the message types and from nothing else."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any, get_args

import msgspec

from spieltisch import __version__
from spieltisch.server import messages as ms
from spieltisch.server.schema import schema_of

SCHEMAS = "#/components/schemas/{name}"
ADDRESS = "/api/play"
ANSWERS: dict[type[ms.Said], tuple[type[ms.Told], ...]] = {
    ms.Ask: (ms.BuildMessage, ms.Answer),
    ms.Hint: (ms.HintMessage, ms.Answer),
    ms.Ping: (ms.Pong,),
}
"""What answers a message; everything that is not named here is answered by `answer` alone."""
ON_REQUEST = (ms.Answer, ms.BuildMessage, ms.HintMessage, ms.Pong)
"""What the server says only when asked; everything else comes by itself."""

SECURITY = {
    "cookie": {
        "type": "httpApiKey",
        "in": "cookie",
        "name": "spieltisch",
        "description": "The session of a browser, set by POST /api/me and POST /api/session.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token for programs, made with POST /api/tokens: Authorization: Bearer …",
    },
}


def described_socket(host: str, *, secure: bool) -> dict[str, Any]:
    """Describe the socket of the server at a host."""
    server = {
        "host": host,
        "protocol": "wss" if secure else "ws",
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY],
    }
    return {**the_rest(), "servers": {"here": server}}


@cache
def the_rest() -> dict[str, Any]:
    """Everything that is the same wherever the server stands."""
    said, told = get_args(ms.AnySaid), get_args(ms.AnyTold)
    _, schemas = schema_of([*said, *told], SCHEMAS)
    every = {kind: message(kind) for kind in (*said, *told)}
    by_itself = [kind for kind in told if kind not in ON_REQUEST]
    return {
        "asyncapi": "3.0.0",
        "id": "urn:spieltisch:socket",
        "info": {
            "title": "Spieltisch: the socket",
            "version": __version__,
            "description": "One text frame is one message in JSON, told apart by `type`. One socket may follow several "
            "tables. Whatever a client says is answered with its `ref`.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "play": {
                "address": ADDRESS,
                "title": "All that is said and told at tables",
                "messages": {name_of(kind): {"$ref": f"#/components/messages/{name_of(kind)}"} for kind in every},
                "bindings": {"ws": {"method": "GET", "query": query()}},
            }
        },
        "operations": {
            **{f"say_{tag_of(kind)}": saying(kind) for kind in said},
            "tell": {
                "action": "send",
                "channel": {"$ref": "#/channels/play"},
                "summary": "What comes by itself.",
                "messages": [in_channel(kind) for kind in by_itself],
            },
        },
        "components": {
            "messages": {name_of(kind): entry for kind, entry in every.items()},
            "schemas": {name: plain(schema) for name, schema in schemas.items()},
            "securitySchemes": SECURITY,
        },
    }


def query() -> dict[str, Any]:
    """What may stand in the socket's address."""
    (language,), _ = msgspec.json.schema_components([ms.Language])
    described = {**language, "description": "The language of refusals."}
    return {"type": "object", "properties": {"language": described}}


def saying(kind: type[ms.Said]) -> dict[str, Any]:
    """Describe what a client may say and how it is answered."""
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/play"},
        "summary": text_of(kind),
        "messages": [in_channel(kind)],
        "reply": {
            "channel": {"$ref": "#/channels/play"},
            "messages": [in_channel(answer) for answer in ANSWERS.get(kind, (ms.Answer,))],
        },
    }


def message(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Describe one message."""
    described: dict[str, Any] = {
        "name": tag_of(kind),
        "title": kind.__name__,
        "summary": text_of(kind),
        "payload": {"$ref": SCHEMAS.format(name=kind.__name__)},
    }
    if "ref" in kind.__struct_fields__:
        described["correlationId"] = {"location": "$message.payload#/ref"}
    return described


def plain(schema: Any) -> Any:
    """Leave out `discriminator`: here it would have another meaning, and each message has its tag as a constant."""
    if isinstance(schema, dict):
        return {key: plain(value) for key, value in schema.items() if key != "discriminator"}
    return [plain(value) for value in schema] if isinstance(schema, list) else schema


def in_channel(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Point to a message of the channel."""
    return {"$ref": f"#/channels/play/messages/{name_of(kind)}"}


def name_of(kind: type[msgspec.Struct]) -> str:
    """A message's name in the document; a hint is asked for and given under the same tag."""
    return kind.__name__


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The value of `type`."""
    return str(kind.__struct_config__.tag)


def text_of(kind: type[msgspec.Struct]) -> str:
    """The first sentences of a type, as one line."""
    return " ".join((inspect.getdoc(kind) or "").split())
