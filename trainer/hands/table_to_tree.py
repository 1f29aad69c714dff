"""Where a hand at the table stands in the public tree of a solution, and what does not fit in.

Draw counts that the tree does not hold are read as the nearest that it holds, and said so. A bet
above its cap, an all-in or other stakes lead out of it: from there on nothing can be graded.
"""

from dataclasses import dataclass, replace
from typing import Self

from solver.game import (
    BET,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    SEAT_NAMES,
    Game,
    PublicState,
    PublicTree,
    start,
)
from solver.table import Action, Kind, PostKind, Setup, State

LETTERS = {
    Kind.FOLD: FOLD,
    Kind.CHECK: CHECK,
    Kind.CALL: CALL,
    Kind.BET: BET,
    Kind.RAISE: RAISE,
}
"""Letter of a public history for each kind of bet."""

MULTIWAY = "more than two players were dealt in"
ALL_IN = "a stack is all-in or too short to call, which the solution does not know"


@dataclass(frozen=True)
class View:
    """A hand as a tree sees it.

    Attributes:
        state: the public state; None outside the tree.
        notes: what was read as something else, or at the end why the hand is outside.
    """

    state: PublicState | None
    notes: tuple[str, ...] = ()

    @classmethod
    def begin(cls, tree: PublicTree, setup: Setup) -> Self:
        """The view before the first action; outside the tree if the stakes are others."""
        if setup.seats > 2:
            return cls(None, (MULTIWAY,))
        reason = _other_stakes(tree.game, setup)
        if reason:
            return cls(None, (reason,))
        if min(setup.stacks) <= setup.price:
            return cls(None, (ALL_IN,))
        notes = []
        small = sum(post.amount for post in setup.posts if post.kind is PostKind.SMALL_BLIND)
        if small != tree.game.forced_bets[1] * setup.small_bet:
            notes.append(
                f"a small blind of {small / setup.small_bet:.3g} small bets, read as "
                f"{tree.game.forced_bets[1]:g}"
            )
        last = tree.rounds[-1]
        deepest = float(last.stake.max() + last.betting.added.max())
        shorter = min(setup.stacks) / setup.small_bet
        if shorter < deepest:
            notes.append(f"the shorter stack is {shorter:.3g} small bets, graded as if deep")
        return cls(start(tree), tuple(notes))

    def follow(self, action: Action, after: State) -> "View":
        """The view after an action of the seat to act.

        Args:
            action: what was done at the table.
            after: the table after it.
        """
        state = self.state
        if state is None or not state.actions or action.kind in (Kind.SHOW, Kind.MUCK):
            return self
        seat = SEAT_NAMES[state.seat]
        if state.drawing:
            count, most = len(action.cards), len(state.actions) - 1
            view = View(state.play(str(min(count, most))), self.notes)
            if count > most:
                view = view._with(f"{seat} drew {count}, read as {most}")
        else:
            letter = LETTERS[action.kind]
            if letter not in state.actions:
                return self._outside(f"the {seat} {unknown_bet(state, action.kind)}")
            view = View(state.play(letter), self.notes)
        if after.actor is not None and (0 in after.stacks or _too_short(after, after.actor)):
            return view._outside(ALL_IN)
        return view

    def _with(self, note: str) -> "View":
        return replace(self, notes=(*self.notes, note))

    def _outside(self, reason: str) -> "View":
        return View(None, (*self.notes, reason))


def unknown_bet(state: PublicState, kind: Kind) -> str:
    """Why a bet that is no action of a state is none."""
    cap = state.tree.game.cap
    return f"{kind.value}s, which the solution does not know here (at most {cap} bets a round)"


def _too_short(table: State, seat: int) -> bool:
    return table.stacks[seat] < table.price - table.wagers[seat]


def _other_stakes(game: Game, setup: Setup) -> str | None:
    """How the stakes of a table differ from those of a game; None if they do not."""
    unit = setup.small_bet
    posts = dict.fromkeys((PostKind.BIG_BLIND, PostKind.SMALL_BLIND), 0)
    for post in setup.posts:
        posts[post.kind] = posts.get(post.kind, 0) + post.amount
    big, small = game.forced_bets
    same = (
        game.live
        and set(posts) == {PostKind.BIG_BLIND, PostKind.SMALL_BLIND}
        and posts[PostKind.BIG_BLIND] == big * unit
        # Half a bet is no whole number of chips at some stakes.
        and abs(posts[PostKind.SMALL_BLIND] - small * unit) < 1
        and game.bets == (1, 1, setup.big_bet / unit, setup.big_bet / unit)
    )
    if same:
        return None
    told = ", ".join(f"{kind.value} {amount / unit:g}" for kind, amount in posts.items() if amount)
    return (
        f"played with {told} and a big bet of {setup.big_bet / unit:g} small bets; the solution "
        f"has blinds of {big:g} and {small:g} and a big bet of {game.bets[-1]:g}"
    )
