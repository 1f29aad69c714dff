"""A spot in a player's words: rounds, what was done, figures with their unit."""

from dataclasses import dataclass
from itertools import groupby
from math import ceil, log10

from solver.cards import format_cards
from solver.game import Game, PublicState, action_name
from trainer.spots.hand_words import RANK_NAMES
from trainer.spots.spot import Spot

_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_MOST_DECIMALS = 6
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def figure(amount: float) -> str:
    """A value to a thousandth of a small bet, never minus nought."""
    return f"{amount:z.3f}"


def small_bets(amount: float) -> str:
    """A value with its unit: ``0.123 small bets``."""
    return f"{figure(amount)} small bets"


def chips(amount: float) -> str:
    """Chips as ``4 small bets``, without decimals that say nothing."""
    return f"{amount:g} small bet" if amount == 1 else f"{amount:g} small bets"


@dataclass(frozen=True)
class Unit:
    """What amounts are told in.

    Attributes:
        small_bet: what a small bet is worth in money; amounts are in small bets if None.
        currency: sign in front of money.
    """

    small_bet: float | None = None
    currency: str = "$"

    @property
    def name(self) -> str:
        """For headings: ``small bets``, or the sign of the currency."""
        return "small bets" if self.small_bet is None else self.currency or "money"

    def figure(self, amount: float, sign: str = "") -> str:
        """A value to a thousandth of a small bet, without its unit if that is small bets.

        Args:
            amount: in small bets.
            sign: ``+`` to have a sign in front of gains, too.
        """
        if self.small_bet is None:
            return f"{amount:{sign}z.3f}"
        decimals = min(max(2, ceil(-log10(self.small_bet / 1000))), _MOST_DECIMALS)
        return self._money(f"{amount * self.small_bet:{sign}z,.{decimals}f}")

    def value(self, amount: float) -> str:
        """A value with its unit: ``0.123 small bets``, ``$1.23``."""
        return self.figure(amount) if self.small_bet is not None else small_bets(amount)

    def bare(self, amount: float, sign: str = "") -> str:
        """Chips without their unit if that is small bets: ``4``, ``$40``."""
        if self.small_bet is None:
            return f"{amount:{sign}z.4g}" if sign else f"{amount:g}"
        return self._money(f"{amount * self.small_bet:{sign}z,.2f}".removesuffix(".00"))

    def chips(self, amount: float, sign: str = "") -> str:
        """Chips with their unit: ``4 small bets``, ``$40``."""
        return self._named(self.bare(amount, sign), amount)

    def limit(self, amount: float) -> str:
        """An amount as precise as it was chosen: ``0.01 small bets``, ``$0.0005``."""
        if self.small_bet is None:
            return chips(amount)
        return self._money(f"{amount * self.small_bet:g}")

    def _named(self, text: str, amount: float) -> str:
        if self.small_bet is not None:
            return text
        return f"{text} small bet" if amount == 1 else f"{text} small bets"

    def _money(self, number: str) -> str:
        """A number with the currency between its sign and its digits."""
        digits = number.lstrip("+-")
        return f"{number[: len(number) - len(digits)]}{self.currency}{digits}"


SMALL_BETS = Unit()
"""Amounts in small bets, as long as nobody has said what one is worth."""


def rules(game: Game) -> str:
    """How many bets and cards a game allows, in a sentence or two."""
    limits = ", ".join(str(limit) for limit in game.draws)
    ending = (
        "never more than at your last draw; a pat hand may break one card"
        if game.draw_rule == "narrowing"
        else "whatever was drawn before"
    )
    return (
        f"At most {game.cap} bets a round (the big blind counts before the draw), draws of up to "
        f"{limits} cards, {ending}."
    )


def most_cards(state: PublicState) -> str:
    """How many cards may be drawn at a draw, in a sentence."""
    most = len(state.actions) - 1
    return f"You may draw up to {counted(most, 'card')}." if most else "You can only stand pat."


def counted(count: int, thing: str) -> str:
    """``1 answer``, ``2 answers``, ``1,200 answers``."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def sentence(text: str) -> str:
    """A text with a capital at its beginning, the rest as it is."""
    return text[:1].upper() + text[1:]


def card_name(card: int) -> str:
    """A card as it is read out: ``seven of clubs``."""
    return f"{RANK_NAMES[card // 4]} of {_SUIT_NAMES[card % 4]}"


def street_name(number: int, drawing: bool) -> str:
    """``before the draw``, ``first draw``, ``after the first draw``, ...

    Args:
        number: of the betting round, or of that before the draw, from 0.
        drawing: whether it is the draw.
    """
    if drawing:
        return f"{_ORDINALS[number]} draw"
    return f"after the {_ORDINALS[number - 1]} draw" if number else "before the draw"


def street_with_draw(number: int, rounds: int) -> str:
    """A round together with the draw after it: ``before the draw, first draw``.

    Args:
        number: of the betting round, from 0.
        rounds: betting rounds of the game; no draw comes after the last.
    """
    name = street_name(number, drawing=False)
    return f"{name}, {street_name(number, drawing=True)}" if number < rounds - 1 else name


def round_name(state: PublicState) -> str:
    """`street_name` of the round or draw to act in."""
    return street_name(state.round, state.drawing)


def doing(code: str) -> str:
    """An action as something that is done: ``raising``, ``standing pat``, ``drawing 2``."""
    verb, _, rest = action_name(code).partition(" ")
    stem = {"bet": "bett"}.get(verb, verb)
    return f"{stem.removesuffix('e')}ing {rest}".strip()


def deed(code: str, own: bool) -> str:
    """What a player does: ``raise`` after *you*, ``raises`` after *opponent*."""
    words = action_name(code)
    if own:
        return words
    verb, _, rest = words.partition(" ")
    return f"{verb}s {rest}".strip()


def story(spot: Spot) -> tuple[tuple[str, str], ...]:
    """What has happened: the name of each round and draw, and in words what both did there.

    The last line is the round or draw to act in, empty if nothing has happened in it. Own draws
    name the cards thrown away.
    """
    discards = iter(spot.discards)
    lines = {}
    for _, steps in groupby(spot.state.path, key=lambda step: step[0].level):
        done = []
        for state, action in steps:
            words = deed(state.actions[action], state.seat == spot.seat)
            if state.seat != spot.seat:
                done.append(f"opponent {words}")
            elif state.drawing and (thrown := next(discards)):
                done.append(f"you draw {len(thrown)} (discard {format_cards(thrown, ' ')})")
            else:
                done.append(f"you {words}")
        lines[round_name(state)] = ", ".join(done)
    lines.setdefault(round_name(spot.state), "")
    return tuple(lines.items())
