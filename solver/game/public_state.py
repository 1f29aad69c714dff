"""Public histories: what both players have seen of a hand, as text and as a place in the tree.

Rounds are separated by spaces. Bets are letters in order: f fold, k check, c call, b bet, r raise.
A draw is two digits, the count of the big blind (seat 0) first. ``rc 21 kbc 11 b``: the button
raises and the big blind calls; two cards and one; check, bet, call; one each; the big blind bets.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.errors import HistoryError
from solver.game.betting import BET, CALL, CHECK, FOLD, RAISE
from solver.game.tree import DrawLevel, PublicTree, RoundLevel

ACTION_NAMES = {FOLD: "fold", CHECK: "check", CALL: "call", BET: "bet", RAISE: "raise"}


def action_name(action: str) -> str:
    """An action in a player's words: ``raise``, ``stand pat``, ``draw 2``."""
    if action.isdigit():
        return f"draw {action}" if action != "0" else "stand pat"
    return ACTION_NAMES[action]


@dataclass(frozen=True, repr=False)
class PublicState:
    """A place in the public tree at which a seat has to act, or the end of a hand.

    Attributes:
        tree: the public tree.
        history: the text that leads here.
        level: place in ``tree.levels``.
        instance: instance at that level.
        decision: at a betting round the decision of its tree; at a draw 0 for seat 0, and
            1 + count for seat 1 who has seen that count.
        before: the state before the last action, None at the start.
        ended: leaf of the betting tree at which the hand ended, None while it goes on.

    >>> state = solver.read_history(solver.public_tree(solver.heads_up()), "rc 2")
    >>> state.seat, state.actions, state.pot, state.draws_left
    (1, ('0', '1', '2', '3'), 4.0, 3)
    >>> state.play("1").history
    'rc 21'
    """

    tree: PublicTree
    history: str
    level: int
    instance: int
    decision: int
    before: "PublicState | None" = None
    ended: int | None = None

    def __repr__(self) -> str:
        return f"PublicState({self.history!r})"

    @property
    def round(self) -> int:
        """Betting round, or the round before the draw, from 0."""
        return self.level // 2

    @property
    def drawing(self) -> bool:
        """Whether the decision is a draw."""
        return self.level % 2 == 1

    @property
    def draws_left(self) -> int:
        """Draws that the seat to act has still to make, this one included."""
        return self.tree.game.rounds - 1 - self.round

    def draws_left_of(self, seat: int) -> int:
        """Draws that a seat has still to make; while seat 1 draws, seat 0 has one less."""
        ahead = self.drawing and self.decision > 0 and seat == 0
        return self.draws_left - int(ahead)

    @cached_property
    def seat(self) -> int:
        """Seat to act.

        Raises:
            HistoryError: the hand is over.
        """
        if self.ended is not None:
            raise HistoryError(f"the hand is over after {self.history!r}; nobody is to act")
        if self.drawing:
            return min(self.decision, 1)
        return int(self._round_level.betting.actor[self.decision])

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What the seat to act may do: letters, or digits at a draw; none after the end."""
        if self.ended is not None:
            return ()
        if self.drawing:
            return tuple(
                str(n) for n in range(int(self._draw_level.choices[self.instance, self.seat]))
            )
        return tuple(self._round_level.betting.choices(self.decision))

    @cached_property
    def first_slot(self) -> int:
        """Slot of the first action; the others follow."""
        start = self.tree.levels[self.level].first_slot(self.instance)
        if not self.drawing:
            return start + int(self._round_level.betting.first_action[self.decision])
        if self.decision == 0:
            return start
        first, second = (int(n) for n in self._draw_level.choices[self.instance])
        return start + first + (self.decision - 1) * second

    @cached_property
    def contributed(self) -> tuple[float, float]:
        """What each seat has put into the pot, in small bets."""
        if self.drawing:
            parent = self.tree.rounds[self.round]
            closed = parent.betting.closed
            leaf = closed[self.instance % len(closed)]
            base, added = parent.stake[self.instance // len(closed)], parent.betting.added[leaf]
        else:
            betting = self._round_level.betting
            base = self._round_level.stake[self.instance]
            added = (
                betting.decision_added[self.decision]
                if self.ended is None
                else betting.added[self.ended]
            )
        return float(base + added[0]), float(base + added[1])

    @property
    def pot(self) -> float:
        """Chips in the pot, in small bets."""
        return sum(self.contributed)

    @property
    def to_call(self) -> float:
        """What the seat to act must add to stay in, in small bets."""
        return max(self.contributed) - self.contributed[self.seat]

    @property
    def folded(self) -> int | None:
        """Seat that folded, None if nobody has."""
        if self.ended is None:
            return None
        folder = int(self._round_level.betting.folder[self.ended])
        return folder if folder >= 0 else None

    def won_by_fold(self, seat: int) -> float:
        """What a seat wins where the hand ended by a fold, in small bets."""
        return -self.contributed[seat] if self.folded == seat else self.contributed[1 - seat]

    @cached_property
    def path(self) -> tuple[tuple["PublicState", int], ...]:
        """Every state before this one with the index of the action taken there."""
        if self.before is None:
            return ()
        return (*self.before.path, (self.before, self.before.actions.index(self.last_action)))

    @property
    def last_action(self) -> str:
        """The action that led here, a letter or a digit."""
        return self.history.rstrip()[-1]

    @property
    def draws(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Cards drawn so far by each seat, one number a draw."""
        counts: tuple[list[int], list[int]] = ([], [])
        for state, action in self.path:
            if state.drawing:
                counts[state.seat].append(action)
        return tuple(counts[0]), tuple(counts[1])

    @property
    def _round_level(self) -> RoundLevel:
        return self.tree.rounds[self.round]

    @property
    def _draw_level(self) -> DrawLevel:
        return self.tree.draws[self.round]

    def play(self, action: str) -> "PublicState":
        """State after an action: one letter, or one digit at a draw.

        Raises:
            HistoryError: the action is not possible here.
        """
        if action not in self.actions:
            where = f"after {self.history!r}" if self.history else "at the start"
            if self.ended is not None:
                raise HistoryError(f"the hand is over {where}; {action!r} cannot follow")
            possible = ", ".join(f"{a} ({action_name(a)})" for a in self.actions)
            raise HistoryError(f"{action!r} is not possible {where}; expected one of {possible}")
        if self.drawing:
            return self._after_draw(int(action))
        history = self.history
        if history and not self._round_level.betting.decision_sequences[self.decision]:
            history += " "
        return self._after_bet(self.actions.index(action), history + action)

    def _after_bet(self, choice: int, history: str) -> "PublicState":
        betting = self._round_level.betting
        target = int(betting.target[betting.first_action[self.decision] + choice])
        if target >= 0:
            return PublicState(self.tree, history, self.level, self.instance, target, self)
        leaf = -1 - target
        if leaf not in betting.closed or self.round == self.tree.game.rounds - 1:
            return PublicState(self.tree, history, self.level, self.instance, -1, self, leaf)
        child = self.instance * len(betting.closed) + betting.closed.index(leaf)
        return PublicState(self.tree, history, self.level + 1, child, 0, self)

    def _after_draw(self, count: int) -> "PublicState":
        if self.decision == 0:
            history = f"{self.history} {count}"
            return PublicState(self.tree, history, self.level, self.instance, 1 + count, self)
        level = self._draw_level
        child = int(level.first_child[self.instance])
        child += (self.decision - 1) * int(level.choices[self.instance, 1]) + count
        return PublicState(self.tree, f"{self.history}{count}", self.level + 1, child, 0, self)


def start(tree: PublicTree) -> PublicState:
    """State before the first action."""
    return PublicState(tree, "", 0, 0, 0)


def read_history(tree: PublicTree, text: str) -> PublicState:
    """Follow a public history from the start.

    Args:
        tree: the public tree of the game.
        text: rounds and draws separated by spaces, such as ``rc 21 kbc 11 b``.

    Raises:
        HistoryError: it cannot happen in this game; the message names the first wrong action.

    >>> tree = solver.public_tree(solver.heads_up())
    >>> solver.read_history(tree, "rc 21 kbc 11 b").to_call
    2.0
    >>> solver.read_history(tree, "rk")
    Traceback (most recent call last):
        ...
    solver.errors.HistoryError: 'k' is not possible after 'r'; expected one of f (fold), c ...
    """
    return read_on(start(tree), text)


def read_on(state: PublicState, text: str) -> PublicState:
    """Follow a public history from a state.

    Raises:
        HistoryError: it cannot happen; the message names the first wrong action.
    """
    for word in text.lower().split():
        if word.isdigit() != state.drawing and state.ended is None:
            expected = "a draw (digits)" if state.drawing else "bets (letters)"
            after = f"after {state.history!r}" if state.history else "at the start"
            raise HistoryError(f"{word!r} in {text!r} is out of place: {after} come {expected}")
        for place, action in enumerate(word):
            if place and state.drawing != word.isdigit():
                raise HistoryError(
                    f"{action!r} in {text!r} is out of place: the round is over after "
                    f"{state.history!r}; put a space before the next one"
                )
            state = state.play(action)
    return state


def state_at(tree: PublicTree, level: int, instance: int, decision: int = 0) -> PublicState:
    """The public state at a decision of an instance, its first one if left out.

    Args:
        tree: the public tree.
        level: place in ``tree.levels``.
        instance: of that level.
        decision: as in `PublicState`.
    """
    words = []
    for number in range(level - 1, -1, -1):
        if number % 2:
            draw = tree.draws[number // 2]
            parent = int(np.searchsorted(draw.first_child, instance, side="right")) - 1
            first, second = divmod(
                instance - int(draw.first_child[parent]), int(draw.choices[parent, 1])
            )
            words.append(f"{first}{second}")
            instance = parent
        else:
            betting = tree.rounds[number // 2].betting
            instance, place = divmod(instance, len(betting.closed))
            words.append(betting.sequences[betting.closed[place]])
    state = read_history(tree, " ".join(reversed(words)))
    if state.drawing:
        return state.play(str(decision - 1)) if decision else state
    for letter in tree.rounds[state.round].betting.decision_sequences[decision]:
        state = state.play(letter)
    return state
