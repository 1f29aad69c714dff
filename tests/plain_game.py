"""The rules of a fixed-limit draw game for two seats, one action at a time.

Written from the rules (tests/data/RULES.md 2.2, 4.1 to 4.4, 5.1, 5.2) and the description of
`Game`, with no use of the solver's trees, so that trees and kernels can be checked against it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.game import Game


@dataclass(frozen=True)
class Spot:
    """What everybody can see at one moment of a hand.

    A history is the public notation with a space as soon as a round or a draw is over: ``"rc"``
    cannot occur, ``"rc "`` is seat 0 about to draw, ``"rc 2"`` seat 1 about to draw.
    """

    game: Game
    history: str
    round: int  # betting rounds that have ended
    drawing: bool
    paid: tuple[float, float]  # in the whole hand
    actor: int  # seat to act
    bets: int = 0  # in this round, a live blind included
    acted: int = 0  # actions in this round since the last bet or raise, that one included
    drawn: tuple[int | None, int | None] = (None, None)  # at the last draw
    folded: int | None = None

    @property
    def showdown(self) -> bool:
        return self.folded is None and self.round == len(self.game.bets)

    @property
    def over(self) -> bool:
        return self.folded is not None or self.showdown

    @property
    def facing(self) -> bool:
        return self.paid[self.actor] < self.paid[1 - self.actor]

    def most_cards(self, seat: int) -> int:
        limit, last = self.game.draws[self.round - 1], self.drawn[seat]
        if self.game.draw_rule == "free" or last is None:
            return limit
        return min(limit, 1 if last == 0 else last)

    def actions(self) -> str:
        """One character for each possible action; none when the hand is over."""
        if self.over:
            return ""
        if self.drawing:
            return "".join(str(count) for count in range(self.most_cards(self.actor) + 1))
        more = "" if self.bets == self.game.cap else "r" if self.bets else "b"
        return ("fc" if self.facing else "k") + more

    def play(self, action: str) -> "Spot":
        assert action in self.actions()
        after = replace(self, history=self.history + action)
        seat = self.actor
        if self.drawing:
            drawn = (int(action), self.drawn[1]) if seat == 0 else (self.drawn[0], int(action))
            if seat == 0:
                return replace(after, drawn=drawn, actor=1)
            return replace(after, drawn=drawn, history=after.history + " ", drawing=False, actor=0)
        if action == "f":
            return replace(after, folded=seat)
        paid = list(self.paid)
        paid[seat] = max(paid)
        acted, bets = self.acted + 1, self.bets
        if action in "br":
            paid[seat] += self.game.bets[self.round]
            acted, bets = 1, bets + 1
        after = replace(after, paid=tuple(paid), acted=acted, bets=bets, actor=1 - seat)
        if acted < 2:
            return after
        last = self.round + 1 == len(self.game.bets)
        return replace(
            after,
            history=after.history if last else after.history + " ",
            round=self.round + 1,
            drawing=not last,
            actor=0,
            bets=0,
            acted=0,
        )

    def children(self) -> "list[Spot]":
        return [self.play(action) for action in self.actions()]


def start(game: Game) -> Spot:
    """The first decision of a hand."""
    live = game.live
    return Spot(game, "", 0, False, game.forced_bets, actor=int(live), bets=int(live))


def spots(spot: Spot) -> Iterator[Spot]:
    """A spot and everything that can come after it, in the order of play."""
    yield spot
    for child in spot.children():
        yield from spots(child)


def spots_of_round(spot: Spot, number: int) -> Iterator[Spot]:
    """The spots of one betting round from one of them on, with those at which it has ended."""
    yield spot
    if not spot.over and not spot.drawing and spot.round == number:
        for child in spot.children():
            yield from spots_of_round(child, number)
