"""What a client is shown of each game: boards and choices as JSON, made from a view and nothing else.

A client needs no rule: whatever can be chosen is listed, or answered when asked (`ask` in messages.py), with the
move's text ready to be sent. Goods and pieces are written as in the notation of each game.
"""

from typing import Literal

import msgspec


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Everything here is data on its way out."""


# --- Wampum --------------------------------------------------------------------------------------------


class WampumBid(Shape, frozen=True, kw_only=True):
    """A bid that lies at a village; `goods` only for its owner."""

    seat: int
    count: int
    goods: str | None = None


class WampumVillage(Shape, frozen=True, kw_only=True):
    """A village: its number from 1, the goods that lie there ("CCT"), and the bid in front of it."""

    number: int
    goods: str
    bid: WampumBid | None = None


class WampumSeat(Shape, frozen=True, kw_only=True):
    """What is known of one seat; `hand` and `discarded` only for its owner (or after the game, in a replay)."""

    seat: int
    hand_size: int
    hand: str | None
    wampum: int
    chest: str
    bid_size: int
    bid: str | None
    """The cards of the own bid, also while it is displaced and lies nowhere."""
    surplus: int
    """So many cards have to be discarded now."""
    discard_size: int
    discarded: str | None
    certain: str | None
    """What everybody knows this seat to hold at least; only if the table's memory aid is on."""


class WampumTrade(Shape, frozen=True, kw_only=True):
    """A bid as it was turned up at the last trade."""

    seat: int
    village: int
    bid: str
    took_goods: bool


class WampumBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """The table of Wampum."""

    round: int
    rounds: int
    """How many rounds the game will have had; it follows from the pile, which everybody sees."""
    last_round: bool
    phase: Literal["bid", "relocate", "discard", "over"]
    canoe: int
    displaced: int | None
    pile: int
    removed: str | None
    """The removed goods; null where nobody knows them."""
    villages: list[WampumVillage]
    seats: list[WampumSeat]
    last_trade: list[WampumTrade]


class WampumPlace(Shape, frozen=True, kw_only=True):
    """What the cards chosen so far would do at one village."""

    village: int
    allowed: bool
    move: str
    """Send this to do it."""
    effect: Literal["goods", "wampum"]
    """goods: takes what lies there; wampum: earns `count`."""
    count: int
    goods: str
    """The goods taken, or else those that stay at the village."""
    displaces: int | None = None
    smallest: int = 1
    """How many cards a bid must have to be allowed here."""


class WampumChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """What the seat has to decide. For bid and discard ask with the letters of the cards chosen so far."""

    verb: Literal["bid", "go", "discard"]
    hand: str
    count: int = 0
    """discard: so many cards."""
    places: list[WampumPlace] = []
    """go: the villages, as for a bid."""


class WampumBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="wampum"):
    """The answer to `ask`: what the cards named would do."""

    build: str
    held: bool
    """Whether the hand has these cards."""
    places: list[WampumPlace] = []
    move: str | None = None
    """discard: the finished move, once the number is right."""
    missing: int = 0
    """discard: so many cards are still missing (or, negative, too many)."""


# --- Wigwam --------------------------------------------------------------------------------------------

Piece = Literal["warrior", "chief", "tent"]


class WigwamPiece(Shape, frozen=True, kw_only=True):
    """A piece on the board."""

    point: str
    seat: int
    kind: Piece


class WigwamArmy(Shape, frozen=True, kw_only=True):
    """Pieces of one seat that are not on the board: still to be placed, or lost."""

    seat: int
    warriors: int
    chiefs: int
    tents: int


class WigwamBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """The board of Wigwam. Seat 0 is light, seat 1 dark. Geometry: GET /api/games/wigwam."""

    stage: Literal["setup", "play", "over"]
    setup: Literal["alternate", "hidden", "standard"]
    to_move: int
    pieces: list[WigwamPiece]
    off_board: list[WigwamArmy]
    ready: list[int]
    """Hidden set-up: the seats whose arrangement is in."""
    capturers: list[str]
    """Pieces of the player to move that can capture."""
    threats: list[str]
    """Pieces of the other player that could capture if it were their turn."""
    must_capture: bool
    liable: list[str]
    """Pieces that the player to move may huff."""
    quiet: int
    """Moves since the last capture."""
    quiet_limit: int
    """So many of them draw the game."""


class WigwamMove(Shape, frozen=True, kw_only=True):
    """A legal move and its parts. A capture lists one victim and one landing point a jump."""

    move: str
    verb: Literal["place", "step", "capture", "huff"]
    point: str
    """Where it begins: the piece that moves, the point to fill, or the piece to huff."""
    target: str | None = None
    kind: Piece | None = None
    victims: list[str] = []
    landings: list[str] = []


class WigwamPreset(Shape, frozen=True, kw_only=True):
    """A ready arrangement for the own base, letters in the order of `base`."""

    name: str
    letters: str
    move: str


class WigwamChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """All legal moves; in a hidden set-up instead the base, the army and presets."""

    verb: Literal["move", "setup"]
    moves: list[WigwamMove] = []
    base: list[str] = []
    army: dict[str, int] = {}
    presets: list[WigwamPreset] = []


class WigwamBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="wigwam"):
    """The answer to `ask` in a hidden set-up: letters in the order of `base`, a dot for an empty point."""

    build: str
    move: str | None
    """The finished move, or null while something is missing or too much."""
    left: dict[str, int]
    """How many pieces of each letter are still to be placed; negative if too many are."""
    mirrored: str
    """The same arrangement seen in a mirror along the axis through the base's corner."""


# --- Amul ----------------------------------------------------------------------------------------------


class AmulMarketCard(Shape, frozen=True, kw_only=True):
    """A card in the market; `offered_by` if it is this round's offer of a seat."""

    card: str
    offered_by: int | None = None


class AmulPile(Shape, frozen=True, kw_only=True):
    """Cards of one kind in an area, and their line of the score sheet. Points card by card: GET …/sheet."""

    kind: str
    cards: list[str]
    line: str


class AmulSeat(Shape, frozen=True, kw_only=True):
    """What is known of one seat; `hand` and `chosen` only for its owner (or after the game, in a replay)."""

    seat: int
    hand_size: int
    hand: list[str] | None
    has_chosen: bool
    chosen: str | None
    played: str | None
    """The card played this round, once revealed."""
    offered: str | None
    area: list[AmulPile]
    arab: int
    mongol: int
    strength: int
    letter: str | None
    """Earliest letter in the area: it breaks ties of strength."""
    lines: list[int]
    """Points now: yellow, blue, purple, red, green, orange, bazaar, arab, mongol."""
    points: int
    certain: list[str] | None
    """Cards that everybody knows this seat to hold; only if the table's memory aid is on."""


class AmulBoard(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """The table of Amul. Card data with names and texts: GET /api/games/amul/cards/{set}."""

    round: int
    rounds: int
    phase: Literal["offer", "pick", "play", "take", "over"]
    first_pick: int
    by_strength: bool
    """Whether the order goes by strength in this round."""
    queue: list[int]
    """The order of the picks or effects of this phase."""
    turn: int
    """Place in the queue of the seat to decide."""
    deck: int
    removed: int
    market: list[AmulMarketCard]
    palace: list[str]
    bazaar: list[str]
    seats: list[AmulSeat]


class AmulMove(Shape, frozen=True, kw_only=True):
    """A legal move. `card` is null for declining; `worth` is what the seat's points would change by, laid out now."""

    move: str
    card: str | None
    worth: int | None = None


class AmulChoices(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """All legal moves of the phase; `worth` by card for the whole hand."""

    verb: Literal["offer", "pick", "play", "take"]
    moves: list[AmulMove]


class AmulBuild(Shape, frozen=True, kw_only=True, tag_field="game", tag="amul"):
    """The answer to `ask`: Amul lists everything, so there is nothing to ask."""

    build: str


AnyBoard = WampumBoard | WigwamBoard | AmulBoard
AnyChoices = WampumChoices | WigwamChoices | AmulChoices
AnyBuild = WampumBuild | WigwamBuild | AmulBuild
