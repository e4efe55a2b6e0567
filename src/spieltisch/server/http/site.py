"""HTTP: games, texts, the API's description, health and metrics, and the browser client itself."""

import gzip
import mimetypes
import re
import secrets
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response, get

from spieltisch import __version__, bots, games
from spieltisch.games.happenings import words_of
from spieltisch.games.options import allowed_values
from spieltisch.match import puzzles
from spieltisch.server import messages as ms
from spieltisch.server.asyncapi import described_socket
from spieltisch.server.hall import Hall
from spieltisch.server.metrics import CONTENT_TYPE
from spieltisch.server.openapi import described
from spieltisch.server.refusals import spoken
from spieltisch.server.ruling import refuse
from spieltisch.server.schema import schema_of
from spieltisch.server.settings import Settings
from spieltisch.texts import catalogue, subjects

WEB = Path(str(files("spieltisch"))) / "web"
DAY = 86_400
LONGEST_PATH = 200
FILE_PATH = re.compile(r"[^\\:\x00-\x1f\x7f]*")
"""No name of ours has anything else, and no file system is asked what it thinks of it."""
PACKABLE = frozenset((".css", ".html", ".js", ".json", ".svg", ".webmanifest"))
PLAIN_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Spieltisch</title>
<body style="font-family:system-ui;max-width:40rem;margin:4rem auto;line-height:1.5">
<h1>Spieltisch</h1><p>The server runs. The browser client has not been built yet: run <code>npm ci</code> and
<code>npm run build</code> in the folder <code>web</code> of the project, then load this page again.</p>
<p>The API is described at <a href="/docs">/docs</a>.</p>"""


@cache
def game_info(name: str) -> ms.GameInfo:
    """Describe a game."""
    game = games.get(name)
    fields = msgspec.structs.fields(game.options_type)
    geometry = game.resources.get("geometry")
    return ms.GameInfo(
        name=name,
        title=game.title,
        least=game.seats[0],
        most=game.seats[-1],
        options=[
            ms.OptionInfo(name=field.name, values=values_of(field.type), default=field.default)
            for field in fields
            if field.name not in game.house_options
        ],
        levels=list(bots.levels_of(name)),
        workshop=game.workshop is not None,
        lessons=list(game.lessons),
        puzzles=len(puzzles.shipped(name)),
        geometry=geometry() if geometry else None,
    )


def values_of(kind: Any) -> list[Any]:
    """List the values of an option."""
    return [False, True] if kind is bool else allowed_values(kind).split(", ")


@get("/api/games", tags=["games"])
async def list_games() -> list[ms.GameInfo]:
    """List the games and their options."""
    return [game_info(name) for name in games.names()]


@get("/api/preparing", tags=["games"])
async def preparing(hall: Hall) -> list[ms.Preparation]:
    """Say of every game whether it can be played yet, and how far it is compiled if not."""
    return await hall.preparing.report()


@get("/api/games/{name:str}", tags=["games"])
async def one_game(name: str) -> ms.GameInfo:
    """Describe one game, with the geometry of its board if it has one."""
    if name not in games.names():
        raise refuse("not_found")
    return game_info(name)


@get("/api/games/{game:str}/{resource:path}", tags=["games"], cache_control=None)
async def game_resource(game: str, resource: str) -> Any:
    """Give something that a game offers besides: the cards of a set with their texts in all languages, a geometry."""
    found = games.get(game).resources.get(resource.strip("/")) if game in games.names() else None
    if found is None:
        raise refuse("not_found")
    return found()


@get("/api/texts/{language:str}", tags=["games"])
async def texts(language: str) -> dict[str, Any]:
    """Give all sentences in a language, by subject."""
    return {subject: texts_on(language, subject) for subject in (*subjects(), *games.names())}


@get("/api/texts/{language:str}/{subject:str}", tags=["games"])
async def texts_on_subject(language: str, subject: str) -> dict[str, Any]:
    """Give the sentences on one subject: of the site, or a game."""
    return texts_on(language, subject)


@get("/api/games/{game:str}/words/{language:str}", tags=["games"])
async def game_words(game: str, language: str) -> dict[str, Any]:
    """Give what it takes to tell a game's happenings in a language: sentences, words, and the kinds of all fields."""
    return words_of(games.get(game), spoken(language))


def texts_on(language: str, subject: str) -> dict[str, Any]:
    """Give a catalogue."""
    return catalogue(spoken(language), subject if subject in subjects() else games.get(subject).name)


@get("/api/messages", tags=["games"])
async def message_types() -> dict[str, Any]:
    """Give the types of all socket messages as JSON Schema."""
    return schema_of_messages()


@cache
def schema_of_messages() -> dict[str, Any]:
    """Describe what may be said and told."""
    (said, told), components = schema_of([ms.AnySaid, ms.AnyTold], "#/$defs/{name}")
    return {"said": said, "told": told, "$defs": components}


@get("/health", tags=["operations"])
async def health(hall: Hall, request: Request[Any, Any, Any]) -> ms.Health:
    """Say that the server is alive; whoever supervises it need not start it anew."""
    return ms.Health(
        ok=True,
        version=__version__,
        database=hall.store.engine.dialect.name,
        tables=len(hall.tables),
        sockets=request.app.state.gate.sockets.count,
    )


@get("/ready", tags=["operations"])
async def ready(hall: Hall, request: Request[Any, Any, Any]) -> Response[ms.Ready]:
    """Say whether the server can do its work: something is written. 503 if that fails, with what fails."""
    trouble = "the server stops" if hall.closing else await request.app.state.readiness.look()
    body = ms.Ready(ok=not trouble, version=__version__, database=hall.store.engine.dialect.name, trouble=trouble)
    return Response(body, status_code=503 if trouble else 200)


@get("/metrics", tags=["operations"], media_type=CONTENT_TYPE)
async def metrics(hall: Hall, settings: Settings, request: Request[Any, Any, Any]) -> str:
    """Give Prometheus its numbers. For whoever has the token; without one, for this machine alone."""
    if not may_measure(request, settings):
        raise refuse("not_found")
    return hall.metrics.show()


def may_measure(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """How much is played here is not everybody's business. What comes through a proxy comes from anywhere."""
    if settings.metrics_token:
        shown = request.headers.get("authorization", "")
        return secrets.compare_digest(shown.encode(), f"Bearer {settings.metrics_token}".encode())
    if settings.hops or settings.public_url or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    return request.client is not None and is_loopback(request.client.host)


def is_loopback(address: str) -> bool:
    """Whether somebody asks from this machine."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@get("/docs", include_in_schema=False, media_type=MediaType.HTML)
async def docs(request: Request[Any, Any, Any]) -> str:
    """Show the API on a plain page of our own: nothing is loaded from elsewhere."""
    return docs_page(described(request.app))


def docs_page(schema: dict[str, Any]) -> str:
    """Write the page from the OpenAPI document."""
    from html import escape

    rows = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            text = escape(operation.get("description") or operation.get("summary") or "")
            rows.append(f"<tr><td><code>{method.upper()}</code><td><code>{escape(path)}</code><td>{text}")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Spieltisch API</title>'
        '<body style="font-family:system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5">'
        '<h1>Spieltisch API</h1><p>OpenAPI 3.1: <a href="/docs/openapi.json">/docs/openapi.json</a>. The socket at '
        '<code>/api/play</code>, AsyncAPI 3: <a href="/docs/asyncapi.json">/docs/asyncapi.json</a>; its messages as '
        'JSON Schema: <a href="/api/messages">/api/messages</a>.</p>'
        f"<table>{''.join(rows)}</table>"
    )


@get("/docs/openapi.json", include_in_schema=False)
async def openapi_json(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give the OpenAPI document."""
    return Response(msgspec.json.encode(described(request.app)), media_type="application/json")


@get("/docs/asyncapi.json", include_in_schema=False)
async def asyncapi_json(request: Request[Any, Any, Any], settings: Settings) -> Response[bytes]:
    """Give the AsyncAPI document of the socket."""
    host = urlsplit(settings.public_url).netloc or request.url.netloc
    document = described_socket(host, secure=settings.https)
    return Response(msgspec.json.encode(document), media_type="application/json")


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(request: Request[Any, Any, Any], path: str = "/") -> Response[bytes]:
    """Give the files of the browser client; every other address is a page of it."""
    if path.startswith(("/api/", "/docs/")) or path in ("/api",):
        raise refuse("not_found")
    wanted = PurePosixPath(path.lstrip("/"))
    if ".." in wanted.parts or len(path.encode()) > LONGEST_PATH or not FILE_PATH.fullmatch(path):
        raise refuse("not_found")
    file = WEB / wanted
    if not file.is_file():
        if wanted.suffix:
            raise refuse("not_found")
        file = WEB / "index.html"
    if not file.is_file():
        return Response(PLAIN_PAGE.encode(), media_type=MediaType.HTML)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if file.suffix == ".webmanifest":
        kind = "application/manifest+json"
    # Built files carry a hash of their content in their name, so they never change.
    age = f"public, max-age={365 * DAY}, immutable" if "assets" in wanted.parts else "no-cache"
    packed = "gzip" in request.headers.get("accept-encoding", "") and file.suffix in PACKABLE
    content, tag = content_of(file, file.stat().st_mtime_ns, packed=packed)
    headers = {"Cache-Control": age, "Vary": "Accept-Encoding", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=kind, headers=headers)


@lru_cache(maxsize=200)
def content_of(file: Path, _changed: int, *, packed: bool) -> tuple[bytes, str]:
    """Read a file of the client, compressed if asked for, and what it is known by; read again when it has changed.

    Litestar's own files are compressed again for everybody, which costs four times the work, and it does not look at
    what the browser has; nor does it know that every other address is a page of the client.
    """
    content = file.read_bytes()
    if packed:
        content = gzip.compress(content, 9, mtime=0)
    return content, f'"{sha256(content).hexdigest()[:32]}"'
