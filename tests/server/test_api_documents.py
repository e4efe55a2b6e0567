"""The API for programmers: documents that are valid, complete, and true of what the server sends."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import httpx
import jsonschema_rs
import msgspec
import pytest
import schemathesis
import websockets

from spieltisch import games
from spieltisch.server import messages as ms
from tests.server.harness import LONG, NO_TLS, Company, ServerProcess, open_table

if TYPE_CHECKING:
    from collections.abc import Iterator

ASYNCAPI = Path(__file__).resolve().parents[2] / "web/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"
"""The JSON Schema of AsyncAPI 3.0.0, from the package of those who make it."""


@pytest.fixture(scope="module")
def openapi(server: ServerProcess) -> Any:
    """The document of the HTTP API."""
    return server.get("/docs/openapi.json").json()


@pytest.fixture(scope="module")
def asyncapi(server: ServerProcess) -> Any:
    """The document of the socket."""
    return server.get("/docs/asyncapi.json").json()


def pointers(document: Any) -> Iterator[str]:
    """Every reference in a document."""
    if isinstance(document, dict):
        if isinstance(document.get("$ref"), str):
            yield document["$ref"]
        for value in document.values():
            yield from pointers(value)
    elif isinstance(document, list):
        for value in document:
            yield from pointers(value)


def found(document: Any, pointer: str) -> Any:
    """What a reference leads to."""
    for part in pointer.removeprefix("#/").split("/"):
        document = document[part]
    return document


def conforms(document: Any, schema: Any, value: Any) -> None:
    """Hold something that was sent against its description."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "components": document["components"]}
    problems = [f"{error.instance_path}: {error.message}" for error in jsonschema_rs.iter_errors(whole, value)]
    assert not problems, problems[:3]


def answer_of(document: Any, path: str, method: str, kind: str = "application/json") -> Any:
    """The described answer of an operation."""
    responses = document["paths"][path][method]["responses"]
    return next(told for code, told in responses.items() if code < "3")["content"][kind]["schema"]


# --- OpenAPI -----------------------------------------------------------------------------------------------


def test_the_openapi_document_is_valid_and_all_its_references_lead_somewhere(openapi: Any) -> None:
    schemathesis.openapi.from_dict(openapi).validate()
    for pointer in pointers(openapi):
        assert found(openapi, pointer), pointer


def test_sessions_and_tokens_are_described_as_security_schemes(openapi: Any) -> None:
    schemes = openapi["components"]["securitySchemes"]
    assert (schemes["cookie"]["type"], schemes["cookie"]["in"], schemes["cookie"]["name"]) == (
        "apiKey",
        "cookie",
        "spieltisch",
    )
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    paths = openapi["paths"]
    assert paths["/api/tables/{table_id}"]["get"]["security"] == [{"cookie": []}, {"token": ["read"]}]
    assert paths["/api/tables/{table_id}/moves"]["post"]["security"] == [{"cookie": []}, {"token": ["play"]}]
    assert paths["/api/tokens"]["post"]["security"] == [{"cookie": []}]
    assert paths["/api/games"]["get"]["security"] == []


def test_an_operation_asks_for_a_key_if_and_only_if_the_server_does(server: ServerProcess, openapi: Any) -> None:
    """Whatever can be read without changing anything is really asked for, without a key."""
    with httpx.Client(base_url=server.url, timeout=LONG, verify=NO_TLS) as nobody:
        for path, methods in openapi["paths"].items():
            for method, operation in methods.items():
                assert isinstance(operation["security"], list), (method, path)
                if method == "get":
                    address = re.sub(r"\{\w+\}", "x", path)
                    wants_key = nobody.get(address).status_code == 401
                    assert wants_key == bool(operation["security"]), path


def test_no_answer_at_a_table_is_left_untyped(openapi: Any) -> None:
    for path, methods in openapi["paths"].items():
        if path.startswith("/api/tables"):
            for method in methods:
                kind = "text/event-stream" if path.endswith("stream") else "application/json"
                schema = answer_of(openapi, path, method, kind)
                assert schema, path
                assert schema.get("items", {"some": "type"}), path


def test_every_operation_says_what_it_does(openapi: Any) -> None:
    for methods in openapi["paths"].values():
        for operation in methods.values():
            assert operation["description"].endswith((".", ")")), operation["operationId"]


def test_ask_sheet_and_stream_send_what_is_described(server: ServerProcess, openapi: Any) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            guests = await company.invite(2)
            wampum = await open_table(guests, "wampum")
            state = await guests[0].get(f"/api/tables/{wampum}")
            seat = state["turn"]["waiting"][0]
            mover = next(g for g in guests if g.id == state["table"]["seats"][seat]["person"])
            hand = (await mover.get(f"/api/tables/{wampum}"))["views"][0]["choices"]["hand"]
            built = await mover.post(f"/api/tables/{wampum}/ask", {"seat": seat, "build": hand[:2]})
            assert built["game"] == "wampum"
            conforms(openapi, answer_of(openapi, "/api/tables/{table_id}/ask", "post"), built)

            amul = await open_table(guests[:1], "amul", bots=2)
            sheet = await guests[0].get(f"/api/tables/{amul}/sheet?language=de")
            assert [one["seat"] for one in sheet] == [0, 1, 2]
            conforms(openapi, answer_of(openapi, "/api/tables/{table_id}/sheet", "get"), sheet)

            schema = answer_of(openapi, "/api/tables/{table_id}/stream", "get", "text/event-stream")
            heard = await first_of_stream(guests[0].http, f"/api/tables/{wampum}/stream")
            assert heard["type"] == "table"
            conforms(openapi, schema["contentSchema"], heard)
            conforms(openapi, {"$ref": "#/components/schemas/TableMessage"}, heard)

    asyncio.run(play())


async def first_of_stream(client: httpx.AsyncClient, path: str) -> Any:
    """The first message of a stream."""
    async with client.stream("GET", path) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            if line.startswith("data:"):
                return msgspec.json.decode(line.removeprefix("data:"))
    raise AssertionError("the stream has ended")


# --- AsyncAPI ----------------------------------------------------------------------------------------------


def test_the_asyncapi_document_is_valid_and_all_its_references_lead_somewhere(asyncapi: Any) -> None:
    validator = jsonschema_rs.validator_for(msgspec.json.decode(ASYNCAPI.read_bytes()))
    assert [error.message for error in validator.iter_errors(asyncapi)] == []
    for pointer in pointers(asyncapi):
        assert found(asyncapi, pointer), pointer


def test_every_message_that_can_be_said_or_told_is_in_the_document_in_its_direction(asyncapi: Any) -> None:
    messages = asyncapi["components"]["messages"]
    listed = asyncapi["channels"]["play"]["messages"]
    received: set[str] = set()
    sent: set[str] = set()
    for operation in asyncapi["operations"].values():
        names = {pointer.rpartition("/")[2] for pointer in pointers(operation["messages"])}
        (received if operation["action"] == "receive" else sent).update(names)
        sent |= {pointer.rpartition("/")[2] for pointer in pointers(operation.get("reply", {}).get("messages", []))}
    said, told = get_args(ms.AnySaid), get_args(ms.AnyTold)
    assert received == {kind.__name__ for kind in said}
    assert sent == {kind.__name__ for kind in told}
    for kind in (*said, *told):
        entry = messages[kind.__name__]
        assert kind.__name__ in listed
        payload = found(asyncapi, entry["payload"]["$ref"])
        assert payload["properties"]["type"]["enum"] == [entry["name"]] == [kind.__struct_config__.tag]
        assert entry["summary"]


def test_every_happening_of_every_game_is_described_wherever_one_is_told(openapi: Any, asyncapi: Any) -> None:
    for document in (openapi, asyncapi):
        listed = document["components"]["schemas"]["SeatView"]["properties"]["happenings"]["items"]["anyOf"]
        described = [found(document, one["$ref"]) for one in listed]
        for name in games.names():
            for kind in games.get(name).happenings:
                fields = {"what", *kind.__struct_fields__}
                tag = [kind.__struct_config__.tag]
                assert any(
                    one["properties"]["what"]["enum"] == tag and set(one["properties"]) == fields for one in described
                ), kind


def test_what_comes_over_the_socket_is_what_the_document_says(server: ServerProcess, asyncapi: Any) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            (guest,) = await company.invite()
            table = await open_table([guest], "wampum", bots=1)
            where = asyncapi["servers"]["here"]
            address = f"{where['protocol']}://{where['host']}{asyncapi['channels']['play']['address']}"
            async with websockets.connect(
                address, additional_headers={"Cookie": guest.cookie}, open_timeout=LONG
            ) as socket:
                for said in (
                    {"type": "watch", "ref": "1", "table": table},
                    {"type": "ping", "ref": "2"},
                    {"type": "resume", "ref": "3", "table": table},
                ):
                    await socket.send(msgspec.json.encode(said).decode())
                heard: list[Any] = []
                while {message.get("ref") for message in heard} < {None, "1", "2", "3"}:
                    heard.append(msgspec.json.decode(await socket.recv()))
            assert {"hello", "table", "pong", "answer"} <= {message["type"] for message in heard}
            schemas = [entry["payload"] for entry in asyncapi["components"]["messages"].values()]
            for message in heard:
                conforms(asyncapi, {"anyOf": schemas}, message)

    asyncio.run(play())


def test_the_documents_are_linked_from_the_page_that_explains_the_api(server: ServerProcess) -> None:
    page = server.get("/docs").text
    for path in ("/docs/openapi.json", "/docs/asyncapi.json", "/api/messages"):
        assert f'href="{path}"' in page
        assert server.get(path).status_code == 200
