"""Public histories for several seats, as a player writes them.

Everybody who does something is named with what he does, in order:
``HJ raise, BB call / BB 2, HJ 1 / BB check, HJ bet``. Before the first draw seats that are left out
have folded. A draw is a number of cards, or ``pat``. Actions may be shortened to f, k, c, b and r.
Commas, slashes and line ends only divide.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from solver.errors import HistoryError
from solver.game.betting import BET, CALL, CHECK, FOLD, RAISE
from solver.game.public_state import action_name
from solver.multiway.betting import SeatTree
from solver.multiway.game import POSITIONS
from solver.multiway.memory import Layout, Situation

_WORDS = {
    "f": FOLD,
    "fold": FOLD,
    "folds": FOLD,
    "k": CHECK,
    "x": CHECK,
    "check": CHECK,
    "checks": CHECK,
    "c": CALL,
    "call": CALL,
    "calls": CALL,
    "b": BET,
    "bet": BET,
    "bets": BET,
    "r": RAISE,
    "raise": RAISE,
    "raises": RAISE,
    "pat": "0",
}


@dataclass(frozen=True, repr=False)
class MultiwayState:
    """A place in a hand at which a seat has to act, or its end.

    Attributes:
        layout: the game, and what is remembered of it.
        history: the text that leads here.
        round: betting round, or the round before the draw, from 0.
        drawing: whether the decision is a draw.
        decision: of the betting round's tree.
        seats: seats of the table that are left, in the order of the round; in the first round all.
        paid: what each seat of the table had put in before this round, in small bets.
        drawn: cards that each of `seats` has drawn at every draw before the one under way.
        counts: cards drawn at the draw under way by those who have drawn.
        aggressor: place among `seats` of who bet last in the round before, -1 for nobody.
        over: whether the hand is over.
    """

    layout: Layout
    history: str = ""
    round: int = 0
    drawing: bool = False
    decision: int = 0
    seats: tuple[int, ...] = ()
    paid: tuple[float, ...] = ()
    drawn: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    aggressor: int = -1
    over: bool = False

    def __repr__(self) -> str:
        return f"MultiwayState({self.history!r})"

    @property
    def tree(self) -> SeatTree:
        """The tree of the betting round."""
        return self.layout.later[len(self.seats)] if self.round else self.layout.opening

    @property
    def draws_left(self) -> int:
        """Draws that the seat to act has still to make, this one included."""
        return self.layout.game.rounds - 1 - self.round

    @property
    def seat(self) -> int:
        """Seat of the table that has to act.

        Raises:
            HistoryError: the hand is over.
        """
        if self.over:
            raise HistoryError(f"the hand is over after {self.history!r}; nobody is to act")
        if self.drawing:
            return self.seats[len(self.counts)]
        player = int(self.tree.actor[self.decision])
        return self.seats[player] if self.round else player

    @property
    def position(self) -> str:
        """Name of the seat that has to act."""
        return self.layout.game.names[self.seat]

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What the seat to act may do: letters, or digits at a draw; none after the end."""
        if self.over:
            return ()
        if self.drawing:
            made = self.drawn[len(self.counts)]
            choices = self.layout.game.draw_choices(self.round, made[-1] if made else None)
            return tuple(str(count) for count in range(choices))
        return tuple(self.tree.choices(self.decision))

    @property
    def contributed(self) -> tuple[float, ...]:
        """What each seat of the table has put into the pot, in small bets."""
        if self.drawing or self.over:
            return self.paid
        added = self.tree.decision_added[self.decision]
        if not self.round:
            return tuple(float(chips) for chips in added)
        paid, bet = list(self.paid), self.layout.game.bets[self.round]
        for place, seat in enumerate(self.seats):
            paid[seat] += bet * float(added[place])
        return tuple(paid)

    @property
    def pot(self) -> float:
        """Chips in the pot, in small bets."""
        return sum(self.contributed)

    @property
    def to_call(self) -> float:
        """What the seat to act must add to stay in, in small bets."""
        return 0.0 if self.drawing else max(self.contributed) - self.contributed[self.seat]

    @property
    def cells(self) -> slice:
        """Where the numbers of the decision stand."""
        if not self.round and not self.drawing:
            return self.layout.of_opening(self.decision)
        now = Situation(self.seats, sum(self.paid), self.aggressor, self.drawn)
        if self.drawing:
            return self.layout.of_draw(self.round, now, self.counts)
        return self.layout.of_round(self.round, now, self.decision)

    def play(self, action: str) -> "MultiwayState":
        """The state after an action, a letter or a digit.

        Raises:
            HistoryError: it cannot be taken here.
        """
        if action not in self.actions:
            raise HistoryError(self._refusal(action))
        said = f"{self.position} {action_name(action) if action != '0' else 'pat'}"
        said = said.replace("draw ", "")
        history = f"{self.history}{self._divider}{said}"
        if self.drawing:
            return self._draw(int(action), history)
        target = self.tree.follow(self.decision, action)
        if target >= 0:
            return replace(self, history=history, decision=target)
        return self._after_round(-1 - target, history)

    @property
    def _divider(self) -> str:
        if not self.history:
            return ""
        begun = self.counts if self.drawing else self.decision
        return ", " if begun else " / "

    def _draw(self, count: int, history: str) -> "MultiwayState":
        counts = (*self.counts, count)
        if len(counts) < len(self.seats):
            return replace(self, history=history, counts=counts)
        drawn = tuple((*made, new) for made, new in zip(self.drawn, counts, strict=True))
        return replace(
            self,
            history=history,
            round=self.round + 1,
            drawing=False,
            decision=0,
            drawn=drawn,
            counts=(),
        )

    def _after_round(self, leaf: int, history: str) -> "MultiwayState":
        game, tree = self.layout.game, self.tree
        before = self.seats if self.round else tuple(range(game.seats))
        paid, bet = list(self.paid), game.bets[self.round] if self.round else 1.0
        for player, seat in enumerate(before):
            chips = bet * float(tree.added[leaf, player])
            paid[seat] = paid[seat] + chips if self.round else chips
        alive = {seat for player, seat in enumerate(before) if tree.alive[leaf] >> player & 1}
        seats = tuple(seat for seat in game.later_order if seat in alive)
        bettor = int(tree.aggressor[leaf])
        bettor = before[bettor] if bettor >= 0 else -1
        made = dict(zip(self.seats, self.drawn, strict=True)) if self.round else {}
        return replace(
            self,
            history=history,
            drawing=True,
            seats=seats,
            paid=tuple(paid),
            drawn=tuple(made.get(seat, ()) for seat in seats),
            aggressor=seats.index(bettor) if bettor in seats else -1,
            over=len(seats) == 1 or self.round == game.rounds - 1,
        )

    def _refusal(self, action: str) -> str:
        name = action_name(action)
        where = f"after {self.history!r}" if self.history else "at the start"
        if self.over:
            return f"the hand is over {where}; {name!r} cannot follow"
        may = ", ".join(action_name(one) for one in self.actions)
        why = ""
        if not self.round and not self.drawing and action in (CALL, RAISE):
            raised = max(self.contributed) > self.layout.game.forced[-1]
            if action == CALL and not raised:
                why = "; the strategy leaves out calling the big blind unraised"
            elif self.actions == (FOLD,):
                why = f"; the strategy lets at most {self.layout.game.most_in} seats into a pot"
        return f"{self.position} cannot {name} {where}; it may {may}{why}"


def start(layout: Layout) -> MultiwayState:
    """The first decision of a hand."""
    return MultiwayState(layout, paid=layout.game.forced)


def read_history(layout: Layout, text: str) -> MultiwayState:
    """Follow a public history from the deal.

    Raises:
        HistoryError: it cannot happen, or the strategy leaves it out; the message names the first
            wrong action.
    """
    state, names = start(layout), layout.game.names
    for said in filter(None, (part.strip() for part in re.split(r"[,;/|\n]", text))):
        words = said.split()
        seat = words[0].upper()
        if seat not in names:
            known = ", ".join(names)
            table = f"a table of {layout.game.seats} has {known}"
            reason = f"{table}" if seat in POSITIONS else f"each action begins with a seat: {table}"
            raise HistoryError(f"{said!r} is not understood: {reason}")
        spoken = [word.lower() for word in words[1:] if word.lower() not in ("draws", "draw")]
        if spoken[:1] in (["stand"], ["stands"]):
            spoken = spoken[1:]
        action = _WORDS.get(spoken[0], spoken[0]) if len(spoken) == 1 else ""
        if not action or not (action.isdigit() or action in FOLD + CHECK + CALL + BET + RAISE):
            raise HistoryError(
                f"{said!r} is not understood: after the seat comes fold, check, call, bet, raise, "
                "pat or a number of cards"
            )
        state = _fold_up_to(state, names.index(seat))
        if state.over or state.seat != names.index(seat):
            turn = "the hand is over" if state.over else f"{state.position} is to act"
            raise HistoryError(f"{said!r} is out of place: {turn} after {state.history!r}")
        state = state.play(action)
    return state


def _fold_up_to(state: MultiwayState, seat: int) -> MultiwayState:
    """Before the first draw, seats that nothing is said of have folded."""
    before = state
    while not (state.over or state.round or state.drawing) and state.seat != seat:
        if FOLD not in state.actions:
            return before
        state = state.play(FOLD)
    return state if not state.over and state.seat == seat else before
