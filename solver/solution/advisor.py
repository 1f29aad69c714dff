"""A real situation, answered: frequencies and values of every action, cards to keep, ranges."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.abstraction import Abstraction
from solver.abstraction.kinds import kind_names, kind_shares, kinds_of_hands
from solver.cards import CLASSES, format_hand, low_class, parse_hand, suit_classes
from solver.errors import CardError
from solver.game import SEAT_NAMES
from solver.game.public_state import PublicState, action_name
from solver.solution.showdowns import chance_of_hand
from solver.solution.values import Evaluator
from solver.subgames.card_answers import HandAnswer
from solver.subgames.near_best import near_best

HAND = 5

BLUR = 0.03
"""Small bets by which two keeps of as many cards may differ only because buckets blur what they
draw to. Within it the cards stand that win most showdowns, as the abstraction keeps them."""


@dataclass(frozen=True)
class ActionAdvice:
    """One action of an advice.

    Attributes:
        code: a letter, or the number of cards drawn.
        name: in words.
        frequency: how often the hand takes it: as often as its bucket does, among the actions that
            are worth nearly as much to it as its best one (`solver.subgames.near_best`).
        ev: what it wins from here on, in small bets; a fold is worth 0.
        keep: at a draw the cards to keep, highest first; None for bets.

    >>> draw = solver.load("heads-up").advise("2c3d4h7sKc", "rc 2").action("1")
    >>> draw.name, round(draw.frequency, 2), solver.format_hand(draw.keep)
    ('draw 1', 1.0, '7s4h3d2c')
    """

    code: str
    name: str
    frequency: float
    ev: float
    keep: tuple[int, ...] | None = None

    def discards(self, hand: Sequence[int]) -> tuple[int, ...]:
        """Cards thrown away, highest first; none for bets."""
        if self.keep is None:
            return ()
        return tuple(sorted(set(hand) - set(self.keep), reverse=True))


@dataclass(frozen=True, repr=False)
class Advice:
    """What the solution says of a hand at a public state.

    Attributes:
        hand: the five cards, highest first.
        state: the public state.
        bucket: bucket of the hand.
        actions: all actions in the order of the state.
        opponent: share of each kind of hand in the opponent's range (see
            `solver.abstraction.kinds`), largest first.
        equity: at the last round the chance to win a showdown against that range, a tie counted
            half; None before.
        guessed: whether the opponent has done what the solution never does, so that his range is
            the one he had before.
        keeps: at a draw the value of keeping any cards, by the sorted cards; empty for bets.
        abstraction: buckets that the hand was seen in.
        evaluator: of the strategies that the advice is from, for what else is to be told of them.

    >>> advice = solver.load("heads-up").advise("2c3d4h7sKc", "rc 2")
    >>> advice.best.name, round(advice.best.ev, 2), "small bets"
    ('draw 1', 4.29, 'small bets')
    >>> next(iter(advice.opponent))
    'one-card draw'
    """

    hand: tuple[int, ...]
    state: PublicState
    bucket: int
    actions: tuple[ActionAdvice, ...]
    opponent: dict[str, float]
    equity: float | None
    guessed: bool
    keeps: dict[tuple[int, ...], float]
    abstraction: Abstraction
    evaluator: Evaluator

    def __repr__(self) -> str:
        actions = ", ".join(
            f"{action.name} {action.frequency:.1%} {action.ev:+z.3f}" for action in self.actions
        )
        return f"Advice({format_hand(self.hand)}, {self.state.history!r}: {actions})"

    @property
    def best(self) -> ActionAdvice:
        """Action of the highest value."""
        return max(self.actions, key=lambda action: action.ev)

    def action(self, code: str) -> ActionAdvice:
        """Action by its code."""
        return next(action for action in self.actions if action.code == code)

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {
            "hand": format_hand(self.hand),
            "history": self.state.history,
            "seat": SEAT_NAMES[self.state.seat],
            "pot": self.state.pot,
            "to_call": self.state.to_call,
            "bucket": self.bucket,
            "actions": [
                {
                    "action": action.code,
                    "name": action.name,
                    "frequency": round(action.frequency, 4),
                    "ev": round(action.ev, 4),
                }
                | (
                    {}
                    if action.keep is None
                    else {
                        "keep": format_hand(action.keep),
                        "discard": format_hand(action.discards(self.hand)),
                    }
                )
                for action in self.actions
            ],
            "best": self.best.code,
            "opponent_range": {kind: round(share, 4) for kind, share in self.opponent.items()},
            "equity": None if self.equity is None else round(self.equity, 4),
            "opponent_off_strategy": self.guessed,
        }


def advise(
    abstraction: Abstraction,
    evaluator: Evaluator,
    hand: str | Sequence[int],
    state: PublicState,
    locked: bool = False,
) -> Advice:
    """Answer one situation.

    Frequencies are those of the hand's bucket, kept to what costs this hand next to nothing
    (`solver.subgames.near_best`). At a draw, values are exact for these very cards:
    the distribution over next buckets is that of the 47 unseen cards, and every set of cards to
    keep is tried.

    Args:
        abstraction: buckets.
        evaluator: of the strategies.
        hand: five cards, as text or numbers.
        state: the public state.
        locked: whether its frequencies were fixed, so that they stay as they are.

    Raises:
        CardError: not five different cards.
        HistoryError: nobody is to act.
    """
    cards = parse_hand(hand) if isinstance(hand, str) else tuple(int(card) for card in hand)
    if len(set(cards)) != HAND:
        raise CardError(f"{len(set(cards))} different cards given; a hand has {HAND}")
    cards = tuple(sorted(cards, reverse=True))
    seat = state.seat
    bucket = abstraction.bucket(cards, state.draws_left)
    usual = evaluator.strategy_at(state)[:, bucket]
    keeps: dict[tuple[int, ...], float] = {}
    kept: list[tuple[int, ...] | None] = [None] * len(state.actions)
    if state.drawing:
        keeps = _values_of_keeps(abstraction, evaluator, cards, state)
        counts = range(len(state.actions))
        kept = [_keep(count, abstraction, cards, state.draws_left, keeps) for count in counts]
        values = np.array([keeps[keep] for keep in kept if keep is not None])
    else:
        values = evaluator.action_values(state)[:, bucket]
    played = usual if locked else near_best(usual, values)
    actions = tuple(
        ActionAdvice(code, action_name(code), float(frequency), float(ev), keep)
        for code, frequency, ev, keep in zip(state.actions, played, values, kept, strict=True)
    )
    ranges = evaluator.ranges(state)
    other = ranges.reach[1 - seat] / ranges.reach[1 - seat].sum()
    return Advice(
        hand=cards,
        state=state,
        bucket=bucket,
        actions=actions,
        opponent=_kinds(abstraction, other, state.draws_left_of(1 - seat)),
        equity=None if state.draws_left else chance_of_hand(abstraction, cards, other),
        guessed=1 - seat in ranges.guessed,
        keeps=keeps,
        abstraction=abstraction,
        evaluator=evaluator,
    )


def _values_of_keeps(
    abstraction: Abstraction, evaluator: Evaluator, cards: tuple[int, ...], state: PublicState
) -> dict[tuple[int, ...], float]:
    """Value of keeping every set of cards that the draw limit allows."""
    after = evaluator.values_after_draw(state)
    return {
        keep: float(abstraction.outcome(cards, keep, state.draws_left) @ after[count])
        for count in range(len(state.actions))
        for keep in combinations(cards, HAND - count)
    }


def _keep(
    count: int,
    abstraction: Abstraction,
    cards: tuple[int, ...],
    draws_left: int,
    keeps: dict[tuple[int, ...], float],
) -> tuple[int, ...]:
    """The cards that the abstraction keeps, unless others are clearly worth more here."""
    usual = abstraction.best_keep(cards, draws_left, count)
    keep = tuple(sorted(usual, reverse=True))
    dearest = max(combinations(cards, HAND - count), key=keeps.__getitem__)
    return dearest if keeps[dearest] - keeps[keep] > BLUR else keep


def advice_with_real_cards(
    abstraction: Abstraction,
    evaluator: Evaluator,
    cards: Sequence[int],
    state: PublicState,
    answer: HandAnswer,
) -> Advice:
    """An advice from a late subgame that was solved with real cards.

    Args:
        abstraction: says what kinds of hands there are.
        evaluator: of the strategies that led here.
        cards: the five cards.
        state: the decision.
        answer: of the solved subgame.
    """
    chance = None
    if answer.low_classes is not None:
        opponent = _kinds_of_low_classes(abstraction, answer.low_classes)
        if not state.draws_left:
            mine = int(low_class(np.array([sorted(cards)]))[0])
            chance = float(answer.low_classes[mine + 1 :].sum() + answer.low_classes[mine] / 2)
    else:
        assert answer.buckets is not None
        opponent = _kinds(abstraction, answer.buckets, state.draws_left_of(1 - state.seat))

    def best_keep(count: int) -> tuple[int, ...]:
        possible = [keep for keep in answer.keeps if len(keep) == HAND - count]
        best = max(possible, key=lambda keep: answer.keeps[keep])
        return tuple(sorted(best, reverse=True))

    return Advice(
        hand=tuple(sorted((int(card) for card in cards), reverse=True)),
        state=state,
        bucket=answer.bucket,
        actions=tuple(
            ActionAdvice(
                code,
                action_name(code),
                float(frequency),
                float(value),
                best_keep(int(code)) if state.drawing else None,
            )
            for code, frequency, value in zip(
                state.actions, answer.frequencies, answer.values, strict=True
            )
        ),
        opponent=opponent,
        equity=chance,
        guessed=answer.guessed,
        keeps={tuple(sorted(keep, reverse=True)): won for keep, won in answer.keeps.items()},
        abstraction=abstraction,
        evaluator=evaluator,
    )


def _kinds_of_low_classes(
    abstraction: Abstraction, low_classes: NDArray[np.float64]
) -> dict[str, float]:
    of_class = np.zeros(CLASSES + 1, np.intp)
    of_class[low_class(suit_classes(HAND).example)] = kinds_of_hands(abstraction, 0)
    names = kind_names(0)
    shares = np.bincount(of_class, low_classes, len(names))
    return {names[kind]: float(shares[kind]) for kind in np.argsort(-shares, kind="stable")}


def _kinds(
    abstraction: Abstraction, distribution: NDArray[np.float64], draws_left: int
) -> dict[str, float]:
    kinds = kind_shares(abstraction, draws_left)
    shares = distribution[: len(kinds)] @ kinds
    named = zip(kind_names(draws_left), shares, strict=True)
    return {kind: float(share) for kind, share in sorted(named, key=lambda item: -item[1])}
