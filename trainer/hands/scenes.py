"""A hand as it is watched: what lies on the table at every moment, for a replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.table import Kind, Won
from trainer.hands.replays import Step
from trainer.spots.words import chips, sentence

YOU = "you"
"""Name of the player who watches."""


@dataclass(frozen=True)
class Place:
    """One seat at a moment; amounts in small bets.

    Attributes:
        name: of the player.
        hand: cards, highest first, `solver.table.UNKNOWN` for those that nobody knows; those that
            were folded or mucked stay.
        wager: put in during this betting round.
        drawn: how many cards were drawn, one number a draw.
        folded: whether the player is out.
        acting: whether the player is to act.
        going: cards that go next.
        won: what the hand won in the end; None before.
    """

    name: str
    hand: tuple[int, ...]
    wager: float
    drawn: tuple[int, ...]
    folded: bool
    acting: bool
    going: tuple[int, ...]
    won: float | None


@dataclass(frozen=True)
class Scene:
    """The table at a moment.

    Attributes:
        street: name of the round or draw; ``the end`` after the last step.
        pot: chips in the middle, in small bets; at the end those that were won.
        words: what happens next, or how the hand ended.
        places: one a seat, in the order of the deal; the last one has the dealer button.
    """

    street: str
    pot: float
    words: str
    places: tuple[Place, ...]


def scenes(steps: Sequence[Step], names: Sequence[str]) -> tuple[Scene, ...]:
    """The moment before every step, and the end.

    Args:
        steps: a whole hand, with a step at least.
        names: of the players in the order of the deal; `YOU` for the one who watches.
    """
    hands = [tuple(sorted(hand, reverse=True)) for hand in steps[0].before.hands]
    drawn: list[list[int]] = [[] for _ in hands]
    found = []
    for step in steps:
        _look(hands, step.before.hands)
        found.append(_before(step, names, hands, drawn))
        if step.action.kind is Kind.DISCARD:
            drawn[step.seat].append(len(step.action.cards))
    _look(hands, steps[-1].after.hands)
    return (*found, _end(steps[-1], names, hands, drawn))


def _look(hands: list[tuple[int, ...]], now: Sequence[Sequence[int]]) -> None:
    """Take in the hands that are on the table now."""
    for seat, hand in enumerate(now):
        if hand:
            hands[seat] = tuple(sorted(hand, reverse=True))


def _before(
    step: Step,
    names: Sequence[str],
    hands: Sequence[tuple[int, ...]],
    drawn: Sequence[Sequence[int]],
) -> Scene:
    table = step.before
    places = tuple(
        Place(
            name,
            hands[seat],
            table.wagers[seat] / table.setup.small_bet,
            tuple(drawn[seat]),
            not table.live[seat],
            seat == step.seat,
            step.action.cards if seat == step.seat and step.action.kind is Kind.DISCARD else (),
            None,
        )
        for seat, name in enumerate(names)
    )
    name = names[step.seat]
    return Scene(step.street, step.pot, f"{sentence(name)} {step.deed(own=name == YOU)}", places)


def _end(
    last: Step,
    names: Sequence[str],
    hands: Sequence[tuple[int, ...]],
    drawn: Sequence[Sequence[int]],
) -> Scene:
    table, unit = last.after, last.after.setup.small_bet
    shares = [event for event in table.log if isinstance(event, Won)]
    places = tuple(
        Place(
            name,
            hands[seat],
            0.0,
            tuple(drawn[seat]),
            not table.live[seat],
            False,
            (),
            (table.stacks[seat] - table.setup.stacks[seat]) / unit,
        )
        for seat, name in enumerate(names)
    )
    winners = dict.fromkeys(share.seat for share in shares)
    told = ", ".join(
        f"{names[seat]} {'take' if names[seat] == YOU else 'takes'} "
        + chips(sum(share.amount for share in shares if share.seat == seat) / unit)
        for seat in winners
    )
    return Scene("the end", sum(share.amount for share in shares) / unit, sentence(told), places)
