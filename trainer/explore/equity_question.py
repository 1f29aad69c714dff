"""A question about equities while it is put together, and its answer while it is worked out."""

import time
from collections.abc import Iterator, Sequence

from solver.cards import format_cards, parse_cards
from solver.equity import PLAYERS, Equity, Matchup, estimates
from solver.errors import CardError
from trainer.spots.spot import HAND

AUTOMATIC = "auto"
"""Policy of a player of whom nothing else is said."""

UNTIL = "until:"
"""Beginning of the policy that draws until it has at least the hand named after it."""

MOST = PLAYERS.stop - 1
"""Hands at most."""


class EquityQuestion:
    """Hands, dead cards, draws and policies, changed one at a time.

    A place is the number of a hand from 0, or `dead`, behind the last of them. Nothing changes if
    a change raises an error.

    Attributes:
        cards: card numbers of every hand in the order given, and at the end the dead cards.
        policies: how each hand draws: text for `solver.equity.parse_policy`, or `AUTOMATIC`.
        draws: draws left, 0 to 3.
        place: where the next card goes.
    """

    def __init__(
        self, hands: Sequence[Sequence[int]] = ((), ()), dead: Sequence[int] = (), draws: int = 1
    ):
        self.cards = [[*hand] for hand in hands] + [[*dead]]
        self.policies = [AUTOMATIC] * len(hands)
        self.draws = draws
        self.place = 0

    @classmethod
    def read(cls, hands: str, dead: str = "", draws: str = "1") -> "EquityQuestion":
        """From text, as in an address: hands separated by commas.

        Raises:
            CardError: that are no cards, or not as many hands, or cards stand twice.
            ConfigurationError: no such number of draws.
        """
        left = int(draws) if draws.isdecimal() else -1
        question = cls([parse_cards(hand) for hand in hands.split(",")], parse_cards(dead), left)
        question.matchup()
        return question

    @property
    def dead(self) -> int:
        """Place of the dead cards."""
        return len(self.policies)

    @property
    def hands(self) -> list[list[int]]:
        """Cards of the hands."""
        return self.cards[:-1]

    def owner(self, card: int) -> int | None:
        """Place of a card; None if it is in the deck."""
        return next((place for place, held in enumerate(self.cards) if card in held), None)

    def name(self, place: int) -> str:
        """``hand 1`` or ``dead cards``."""
        return "dead cards" if place == self.dead else f"hand {place + 1}"

    def click(self, card: int) -> None:
        """Put a card of the deck where the next one goes, or put it back into the deck.

        After its fifth card a hand is full, and an empty one is next.

        Raises:
            CardError: the hand is full.
        """
        owner = self.owner(card)
        if owner is not None:
            self.cards[owner].remove(card)
            return
        held = self.cards[self.place]
        if self.place != self.dead and len(held) == HAND:
            raise CardError(
                f"{self.name(self.place)} has five cards; put one back, or choose another hand"
            )
        held.append(card)
        if self.place != self.dead and len(held) == HAND:
            empty = (place for place, hand in enumerate(self.hands) if not hand)
            self.place = next(empty, self.place)

    def write(self, place: int, text: str) -> None:
        """Replace the cards of a place by those of a text.

        Raises:
            CardError: they are none, too many for a hand, or elsewhere already.
        """
        cards = parse_cards(text)
        if place != self.dead and len(cards) > HAND:
            raise CardError(f"{text!r} has {len(cards)} cards; a hand has at most five")
        for card in cards:
            owner = self.owner(card)
            if owner not in (None, place):
                raise CardError(
                    f"{format_cards((card,))} is already in {self.name(owner or 0)}; "
                    "every card exists once"
                )
        self.cards[place] = [*cards]

    def add_hand(self) -> None:
        """One more hand, empty, which gets the next cards.

        Raises:
            CardError: there are six.
        """
        if len(self.hands) == MOST:
            raise CardError(f"there are {MOST} hands; more cannot be compared")
        self.place = self.dead
        self.cards.insert(self.place, [])
        self.policies.append(AUTOMATIC)

    def remove_hand(self, place: int) -> None:
        """Put a hand back into the deck.

        Raises:
            CardError: there are only two.
        """
        if len(self.hands) == PLAYERS.start:
            raise CardError("an equity is that of a hand against another; two must stay")
        del self.cards[place], self.policies[place]
        self.place = min(self.place, self.dead - 1)

    def matchup(self) -> Matchup:
        """The question as it is asked of `solver.equity`.

        Raises:
            CardError: hands lack cards.
            ConfigurationError: a policy that is none.
        """
        policies = [None if policy == AUTOMATIC else policy for policy in self.policies]
        return Matchup.of(self.hands, self.draws, self.cards[-1], policies)


class Calculation:
    """An answer that is worked out bit by bit, so that somebody can look on, or stop it.

    Args:
        matchup: the question.
        standard_error: where a simulation ends.

    Attributes:
        estimate: the latest; None before the first.
        done: whether it is the last.
        stopped: whether somebody has had enough of it.
    """

    def __init__(self, matchup: Matchup, standard_error: float):
        self.matchup = matchup
        self.estimate: Equity | None = None
        self.done = False
        self.stopped = False
        self._standard_error = standard_error
        self._series: Iterator[Equity] = estimates(matchup, standard_error=standard_error)

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return not (self.done or self.stopped)

    @property
    def share(self) -> float:
        """Estimated share of the work that is done, 0 to 1."""
        if self.done:
            return 1.0
        if self.estimate is None or self.estimate.standard_error is None:
            return 0.0
        # The error falls with the square root of the number of deals.
        return min((self._standard_error / max(self.estimate.standard_error)) ** 2, 1.0)

    def advance(self, seconds: float) -> None:
        """Work for about that long, at least one estimate further.

        Raises:
            CardError, ConfigurationError: as `solver.equity.equity`.
        """
        ends = time.monotonic() + seconds
        while self.running:
            estimate = next(self._series, None)
            if estimate is None or estimate.exact:
                self.done = True
            self.estimate = estimate or self.estimate
            if time.monotonic() >= ends:
                return
