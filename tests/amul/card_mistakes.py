"""Every mistake that a card file can have, each made in the file of the house.

One list for the reader, which the command line uses, and for the workshop in the browser.
"""

from __future__ import annotations

from spieltisch.games.amul.cards import house_text

MISTAKES = [
    # what is wrong, after which words, what is changed into what, and the problems that are found
    ("syntax", '"gold"\n', "[4, 0, 1", "[4, 0, , 1", "syntax"),
    ("unknown id in a rule", '"goldsmith"', '"gold"', '"golt"', "thing_unknown"),
    ("unknown id in a group", 'id = "wares"', '"jade"', '"jaded"', "id_unknown"),
    ("twice in a group", 'id = "wares"', '"jade"', '"carpet"', "listed_twice"),
    ("unknown good", '"trader_merv"', '"oil"', '"oils"', "good_unknown"),
    ("unknown category", '"sheikh"\n', "category:camels", "category:camel", "thing_unknown"),
    ("unknown group", '"courtesan"\n', "group:dignitaries", "group:x", "thing_unknown"),
    ("unknown symbol", '"diplomat"\n', "symbol:arab", "symbol:turk", "thing_unknown"),
    ("strange thing", '"sheikh"\n', "category:camels", "herd:camels", "thing_form"),
    ("strange colon", '"sheikh"\n', "category:camels", ":camels", "thing_form"),
    ("unknown rule", '"oil"\n', '"flat"', '"flatt"', "rule_unknown"),
    ("rule without a name", '"oil"\n', 'rule = "flat", ', "", "rule_unknown"),
    ("unknown field", '"oil"\n', "strength =", "power =", "field_missing field_unknown"),
    ("unknown field of a rule", '"oil"\n', "points = 2", 'points = 2, of = "oil"', "field_unknown"),
    ("missing field of a rule", '"goldsmith"', 'of = "gold", ', "", "field_missing"),
    ("points and table", '"gold_smuggler"\n', "table =", "points = 1, table =", "points_or_table"),
    ("neither points nor table", '"camel"\n', ", table = [0, 3, 7, 12, 17, 22, 27]", "", "points_or_table"),
    ("wrong type of points", '"oil"\n', "points = 2", 'points = "2"', "form"),
    ("wrong type of a symbol", '"oil"\n', "arab     = 0", "arab     = 0.5", "form"),
    ("too many symbols", '"oil"\n', "arab     = 0", "arab     = 8", "range"),
    ("wrong type of letters", '"oil"\n', "letters  = []", "letters  = [1]", "form"),
    ("wrong type of a table", '"camel"\n', "[0, 3, 7", "[true, 3, 7", "form"),
    ("number beyond reason", '"camel"\n', "[0, 3, 7", "[0, 3, 7000", "range"),
    ("wrong type of score", '"oil"\n', 'score    = [{ rule = "flat", points = 2 }]', "score = 2", "form"),
    ("rule that is no table", '"oil"\n', '{ rule = "flat", points = 2 }', "3", "form rule_unknown"),
    ("wrong type of position", '"oil"\n', 'position = "table"', "position = 1", "form"),
    ("unknown position", '"oil"\n', 'position = "table"', 'position = "floor"', "choice"),
    ("unknown scope", '"goldsmith"', 'scope = "own"', 'scope = "mine"', "choice"),
    ("rank in one's own area", '"dancer"\n', '"own_neighbours"', '"own"', "choice"),
    ("unknown effect", '"looter"\n', '"market"\nscore', '"maket"\nscore', "choice"),
    (
        "five columns",
        '"oil"\n',
        "palace   = [1, 1, 0, 0, 0, 0]",
        "palace   = [1, 1, 0, 0, 0]",
        "columns count_palace count_palace",
    ),
    (
        "negative copies",
        '"oil"\n',
        "palace   = [1, 1, 0, 0, 0, 0]",
        "palace   = [1, 1, -1, 0, 0, 0]",
        "count_palace count_palace range",
    ),
    ("market deck", '"oil"\n', "market   = [2, 0", "market   = [3, 0", "count_market"),
    ("market deck in two columns", '"oil"\n', "market   = [2, 0", "market   = [1, 1", "count_market count_market"),
    ("palace", '"tent"\n', "palace   = [1, 0", "palace   = [2, 0", "count_palace"),
    ("traders", '"trader_herat"', "from     = 6", "from     = 7", "count_bazaar count_bazaar traders traders"),
    ("contracts", '"contract"\n', "market   = [3, 1, 1", "market   = [3, 1, 2", "count_contracts count_market"),
    ("tea", '"tea"\n', "market   = [3, 1", "market   = [3, 2", "count_tea"),
    ("no tea trader", '"tea_trader"', "tea      = true", "tea      = false", "count_bazaar tea_trader traders"),
    ("tea is not a truth value", '"trader_merv"', "tea      = false", "tea      = 0", "form"),
    ("letter twice", '"looter"\n', '"K"', '"A"', "letter_twice"),
    ("letter missing", '"looter"\n', '["K", "L", "M"]', '["K", "L"]', "letters"),
    ("strength without letters", '"warlord"\n', '["O"]', "[]", "letters"),
    ("not a letter", '"warlord"\n', '["O"]', '["o"]', "letter_form"),
    ("id twice", '"peddler"\n', '"peddler"\n', '"silk"\n', "id_twice"),
    ("id not well formed", '"peddler"\n', '"peddler"\n', '"Ped dler"\n', "id_form"),
    ("English missing", '"oil"\n', 'name.en  = "Oil"\n', "", "language"),
    ("empty text", '"oil"\n', 'name.de  = "Öl"', 'name.de  = " "', "language"),
    ("language not spoken", '"oil"\n', "name.de ", 'name.it  = "Olio"\nname.de ', "language_unknown"),
    (
        "name that is one text",
        '"oil"\n',
        'name.en  = "Oil"\nname.de  = "Öl"\nname.fr  = "Huile"',
        'name = "Oil"',
        "form",
    ),
    ("colour of another category", '"oil"\n', 'colour   = "yellow"', 'colour   = "blue"', "colour"),
    ("colour twice", 'id = "objects"', 'colour = "blue"', 'colour = "yellow"', "colour_twice"),
    ("category of a card unknown", '"oil"\n', '"resources"', '"resource"', "choice"),
    ("palace card in the market", '"tent"\n', "market   = [0, 0", "market   = [0, 1", "count_market wrong_deck"),
    ("no bound", '"mercenary"\n', "at_least = 1, ", "", "bounds_missing"),
    ("bounds crossed", '"mercenary"\n', "at_least = 1", "at_least = 1, at_most = 0", "bounds_crossed"),
    ("overlap", '"goldsmith"', 'of = "gold"', 'of = ["gold", "category:resources"]', "overlap"),
    ("thing twice", '"goldsmith"', 'of = "gold"', 'of = ["gold", "gold"]', "listed_twice"),
    ("no things", '"goldsmith"', 'of = "gold"', "of = []", "form"),
    ("names of symbols", '"peddler"\n', '"category:objects"', '"symbol:arab"', "kinds_symbol"),
    ("format", "format = 1", "format = 1", "format = 2", "format"),
    ("name of the set", "format = 1", 'set = "house"', "set = 5", "form"),
    ("unknown top field", "format = 1", "format = 1", "format = 1\nsize = 3", "field_unknown"),
    ("places of the majority", "[majority]", "[8, 4, 2]", "[8, 7, 6, 5, 4, 3, 2, 1, 0]", "too_long"),
    ("name with markup", '"oil"\n', 'name.de  = "Öl"', 'name.de  = "<b>Öl</b>"', "signs"),
    ("name with unseen signs", '"oil"\n', 'name.de  = "Öl"', 'name.de  = "Ö\\u202el"', "signs"),
    ("name without end", '"oil"\n', 'name.de  = "Öl"', f'name.de  = "{"Öl" * 30}"', "words_long"),
    ("markup in the name of the set", "format = 1", 'set = "house"', 'set = "<i>"', "signs"),
    ("name of the set without end", "format = 1", 'set = "house"', f'set = "{"x" * 60}"', "words_long"),
    ("symbols of the majority", "[majority]", '"mongol"]', '"strength"]', "choice"),
]


def made(start: str, old: str, new: str) -> str:
    """Make a mistake in the file of the house, after some words."""
    text = house_text()
    at = text.index(old, text.index(start))
    return text[:at] + new + text[at + len(old) :]
