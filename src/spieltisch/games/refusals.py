"""What is said when something is asked for that the table does not allow."""

from __future__ import annotations

from functools import partial
from typing import Any

from spieltisch.texts import say


class Refusal(ValueError):
    """Something was asked for that the table does not allow; says what is wrong and what is allowed.

    `key` names the sentence in the catalogues, `facts` are its values, so that it can be told in any language.
    """

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key = key
        self.facts = facts
        super().__init__(say(key, **facts))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes with its facts, not with its sentence."""
        return partial(type(self), **self.facts), (self.key,)

    def told(self, language: str) -> str:
        """Tell the refusal in a language; a fact may be a sentence of its own."""
        return say(self.key, language, **self.facts_in(language))

    def facts_in(self, language: str) -> dict[str, Any]:
        """Give the facts, sentences among them told in a language."""
        return {key: fact.told(language) if isinstance(fact, Refusal) else fact for key, fact in self.facts.items()}


class IllegalMove(Refusal):
    """A move that cannot be read, or that the rules do not allow now."""


class BadOption(Refusal):
    """An unknown game, option or value, or a wrong number of players."""


class BadDeal(Refusal):
    """A deal or position that this game cannot have."""


class Caution(Refusal):
    """One reason against a move that is allowed: a sentence under `coach` in the game's catalogue."""
