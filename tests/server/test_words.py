"""The server's words: the log says what the command line says, in every language that there is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.server.harness import Company, open_table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.server.harness import ServerProcess

MOVES = {
    "en": "moves {piece} from {start} to {target}.",
    "de": "zieht {piece} von {start} nach {target}.",
    "fr": "déplace {piece} de {start} en {target}.",
}
PIECES = {
    "en": {"warrior": "a warrior", "chief": "the chief", "tent": "a tent"},
    "de": {"warrior": "einen Krieger", "chief": "den Häuptling", "tent": "ein Zelt"},
    "fr": {"warrior": "un guerrier", "chief": "le chef", "tent": "une tente"},
}


def at(server: ServerProcess, scene: Callable[[Company], Awaitable[None]]) -> None:
    async def play() -> None:
        async with Company(server.url) as company:
            await asyncio.wait_for(scene(company), 300)

    asyncio.run(play())


def test_the_log_has_the_words_of_pieces_in_every_language(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        guests = await company.invite(2)
        table = await open_table(guests, "wigwam", options={"setup": "standard"})
        players = [await company.join(guest, table) for guest in guests]
        mover = players[0] if 0 in players[0].mine else players[1]
        await mover.say("play", ref="m", seat=0, move="d3-d4", seq=mover.seq, id="m")
        assert (await mover.hear_until("answer", "m"))["ok"]
        path = f"/api/tables/{table}/log"
        for language, sentence in MOVES.items():
            told = " ".join(line["text"] for line in await guests[0].get(f"{path}?language={language}"))
            piece = PIECES[language]["warrior"]
            assert sentence.format(piece=piece, start="d3", target="d4") in told

    at(server, scene)


def test_the_log_calls_a_bot_by_the_name_of_its_level_and_seat(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        table = await open_table([guest], "wigwam", bots=1, options={"setup": "standard"})
        player = await company.join(guest, table)
        assert [seat["kind"] for seat in player.info["seats"]] == ["person", "bot"]
        await player.say("play", ref="m", seat=0, move="d3-d4", seq=player.seq, id="m")
        assert (await player.hear_until("answer", "m"))["ok"]
        while not player.to_decide():
            await player.hear()
        for language in MOVES:
            name = (await guest.get(f"/api/texts/{language}/server"))["bot"]["random"]["1"]
            told = [line["text"] for line in await guest.get(f"/api/tables/{table}/log?language={language}")]
            assert any(line.startswith(f"{name} ") for line in told), told

    at(server, scene)


def test_a_language_without_texts_is_refused_with_those_that_there_are(server: ServerProcess) -> None:
    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        table = await open_table([guest], "wampum", bots=1)
        for path in (f"/api/tables/{table}/log?language=tlh", "/api/texts/tlh", "/api/games/wampum/words/tlh"):
            refused = await guest.get(path, status=404)
            assert refused["key"] == "server.refuse.language"
            assert "en, de, fr" in refused["text"]

    at(server, scene)


def test_a_game_is_told_by_whoever_has_its_words(server: ServerProcess) -> None:
    """A client that does not know a game asks for its sentences and for the kinds of the fields that fill them in."""

    async def scene(company: Company) -> None:
        (guest,) = await company.invite(1)
        for game in [entry["name"] for entry in await guest.get("/api/games")]:
            words: Any = await guest.get(f"/api/games/{game}/words/fr")
            texts: Any = await guest.get(f"/api/texts/fr/{game}")
            assert words["story"].keys() | texts.get("why", {}).keys() == words["kinds"].keys()
            assert texts["story"] == words["story"]
        assert "refuse" in await guest.get("/api/texts/fr/server")
        await guest.get("/api/texts/fr/chess", status=400)

    at(server, scene)
