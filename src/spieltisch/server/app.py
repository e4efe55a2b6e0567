"""The application: the hall behind the gate, with the HTTP API, the socket and the client's files."""

from __future__ import annotations

import os
import socket as network
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from spieltisch import __version__
from spieltisch.games import Refusal
from spieltisch.server import refusals
from spieltisch.server.gate import SAFE_METHODS, Entrance, Gate
from spieltisch.server.hall import Hall
from spieltisch.server.http import actions, site
from spieltisch.server.http.account import AccountController
from spieltisch.server.http.following import FollowingController
from spieltisch.server.http.lessons import LessonsController, TableLessonController
from spieltisch.server.http.people import PeopleController
from spieltisch.server.http.puzzles import PuzzlesController, todays_puzzles
from spieltisch.server.http.records import FinishedController, RecordsController
from spieltisch.server.http.tables import TablesController
from spieltisch.server.http.workshop import TableSetController, WorkshopController
from spieltisch.server.people import person_of
from spieltisch.server.readiness import Readiness
from spieltisch.server.review import Reviews
from spieltisch.server.ruling import refuse
from spieltisch.server.settings import Settings  # noqa: TC001 - Litestar reads the annotations
from spieltisch.server.socket import play
from spieltisch.server.trials import Trials
from spieltisch.server.wire import Courier
from spieltisch.store import Person, open_store
from spieltisch.store.engine import default_url
from spieltisch.store.store import new_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def process_name() -> str:
    """Name this server process so that no other has the same name."""
    return f"{network.gethostname()[:10]}-{os.getpid()}-{new_id()[:6]}".replace(" ", "-")


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Open the store and the hall; close them in order, so that everything being stored is finished."""
    settings: Settings = app.state.settings
    store = await open_store(settings.database or default_url(), process_name())
    hall = Hall(store, settings)
    app.state.hall = hall
    app.state.reviews = Reviews(hall)
    app.state.trials = Trials(hall)
    if settings.warm_up:
        hall.preparing.begin()
    app.state.readiness = Readiness(store)
    app.state.courier = Courier()
    hall.spawn(app.state.courier.work())
    await hall.open()
    try:
        yield
    finally:
        await hall.close()
        await app.state.trials.close()
        await store.close()


async def give_hall(state: State) -> Hall:
    """The hall, for handlers."""
    hall: Hall = state.hall
    return hall


async def give_reviews(state: State) -> Reviews:
    """The reviews, for handlers."""
    reviews: Reviews = state.reviews
    return reviews


async def give_trials(state: State) -> Trials:
    """The trials of sets, for handlers."""
    trials: Trials = state.trials
    return trials


async def give_settings(state: State) -> Settings:
    """The settings, for handlers."""
    settings: Settings = state.settings
    return settings


def give_address(request: Request[Any, Any, Any], state: State) -> str:
    """Where somebody asks from, for handlers of what is dear."""
    gate: Gate = state.gate
    return gate.address(request.scope)


async def give_person(request: Request[Any, Any, Any], state: State) -> Person:
    """Who is asking, for handlers; a token that may only watch does nothing else. Who asks at a table is there."""
    person = await person_of(request, state.hall.store)
    if person.scope == "read" and request.method not in SAFE_METHODS:
        raise refuse("read_only")
    hall: Hall = state.hall
    hall.greet(person)
    if table_id := request.path_params.get("table_id"):
        await hall.saw(str(table_id)[:32], person.id)
    return person


async def give_owner(person: NamedDependency[Person]) -> Person:
    """Who is asking, if from a browser: a token decides nothing about the person whose it is."""
    if person.scope != "session":
        raise refuse("session_only")
    return person


def make_app(settings: Settings) -> Entrance:
    """Build the application, behind its gate."""
    state = State({"settings": settings, "gate": Gate(settings)})
    app = Litestar(
        route_handlers=[
            PeopleController,
            AccountController,
            TablesController,
            *actions.HANDLERS,
            FollowingController,
            FinishedController,
            RecordsController,
            todays_puzzles,
            PuzzlesController,
            WorkshopController,
            LessonsController,
            TableLessonController,
            TableSetController,
            site.list_games,
            site.one_game,
            site.preparing,
            site.game_resource,
            site.texts,
            site.texts_on_subject,
            site.game_words,
            site.message_types,
            site.health,
            site.ready,
            site.metrics,
            site.docs,
            site.openapi_json,
            site.asyncapi_json,
            site.client,
            play,
        ],
        dependencies={
            "hall": Provide(give_hall),
            "reviews": Provide(give_reviews),
            "trials": Provide(give_trials),
            "settings": Provide(give_settings),
            "person": Provide(give_person),
            "address": Provide(give_address, sync_to_thread=False),
            "owner": Provide(give_owner),
        },
        exception_handlers={
            Refusal: refusals.on_refusal,
            HTTPException: refusals.on_http,
            msgspec.ValidationError: refusals.on_error,
            Exception: refusals.on_error,
        },
        lifespan=[lifespan],
        state=state,
        request_max_body_size=settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Spieltisch",
            version=__version__,
            description="Tables where people and bots play.",
            path="/docs/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )
    return Entrance(app)
