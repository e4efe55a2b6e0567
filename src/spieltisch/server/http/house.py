"""HTTP: games, texts, the API's description, health and metrics, and the browser client itself."""

import gzip
import mimetypes
import re
import secrets
from functools import cache, lru_cache
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import MediaType, Request, Response, get

from spieltisch import __version__, bots, games
from spieltisch.games.game import allowed_values
from spieltisch.server import messages as ms
from spieltisch.server.asyncapi import described_socket
from spieltisch.server.hall import Hall
from spieltisch.server.openapi import described
from spieltisch.server.ruling import refuse
from spieltisch.server.settings import Settings
from spieltisch.texts import LANGUAGES, catalogue

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
    geometry = None
    if name == "wigwam":
        from spieltisch.server.projection.wigwam import geometry as board

        geometry = board()
    return ms.GameInfo(
        name=name,
        title=game.title,
        least=game.seats[0],
        most=game.seats[-1],
        options=[
            ms.OptionInfo(name=field.name, values=values_of(field.type), default=field.default)
            for field in fields
            if field.name != "cards"
        ],
        levels=list(bots.LEVELS),
        geometry=geometry,
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
    """Describe one game; Wigwam with the geometry of its board."""
    if name not in games.names():
        raise refuse("not_found")
    return game_info(name)


@get("/api/games/{game:str}/cards/{name:str}", tags=["games"], cache_control=None)
async def amul_cards(game: str, name: str) -> dict[str, Any]:
    """Give Amul's cards with names and texts in all languages; other games have no card sets."""
    from spieltisch.server.projection.amul import card_set

    found = card_set(name) if game == "amul" else None
    if found is None:
        raise refuse("no_cards")
    return found


@get("/api/texts/{language:str}", tags=["games"])
async def texts(language: str) -> dict[str, Any]:
    """Give all sentences in a language, by subject."""
    if language not in LANGUAGES:
        raise refuse("language", allowed=", ".join(LANGUAGES))
    return all_texts(language)


@cache
def all_texts(language: str) -> dict[str, Any]:
    """Read all catalogues of a language."""
    folder = files("spieltisch.texts").joinpath(language)
    subjects = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
    return {subject: catalogue(language, subject) for subject in subjects}


@get("/api/messages", tags=["games"])
async def message_types() -> dict[str, Any]:
    """Give the types of all socket messages as JSON Schema."""
    return schema_of_messages()


@cache
def schema_of_messages() -> dict[str, Any]:
    """Describe what may be said and told."""
    (said, told), components = msgspec.json.schema_components([ms.AnySaid, ms.AnyTold], ref_template="#/$defs/{name}")
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


@get("/metrics", tags=["operations"], media_type=MediaType.TEXT)
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
    if ".." in wanted.parts or len(path) > LONGEST_PATH or not FILE_PATH.fullmatch(path):
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
    headers = {"Cache-Control": age, "Vary": "Accept-Encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "") and file.suffix in PACKABLE
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(content_of(file, file.stat().st_mtime_ns, packed=packed), media_type=kind, headers=headers)


@lru_cache(maxsize=200)
def content_of(file: Path, _changed: int, *, packed: bool) -> bytes:
    """Read a file of the client, compressed if asked for; a file that has changed is read again."""
    content = file.read_bytes()
    return gzip.compress(content, 9, mtime=0) if packed else content
