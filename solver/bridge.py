"""The bridge between a hand at the table and the public tree of a game.

Draw counts that the tree does not hold are read as the nearest that it holds, and said so. A bet
above its cap, an all-in or other stakes lead out of it: from there on nothing can be told.
"""

from dataclasses import dataclass, replace
from typing import Self

from solver.errors import ConfigurationError
from solver.game import (
    BET,
    BUTTON,
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
from solver.table import Action, Kind, Post, PostKind, Setup, State

LETTERS = {
    Kind.FOLD: FOLD,
    Kind.CHECK: CHECK,
    Kind.CALL: CALL,
    Kind.BET: BET,
    Kind.RAISE: RAISE,
}
"""Letter of a public history for each kind of bet."""

ACTIONS = {letter: Action(kind) for kind, letter in LETTERS.items()}
"""Bets of public histories as actions at the table."""

TRIPLE_DRAW = Game()
"""Whose bets and blinds are those of a table with a small blind of half a bet."""

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
            drawn = str(len(action.cards))
            known = nearest(state, drawn)
            view = View(state.play(known), self.notes)
            if known != drawn:
                view = view._with(f"{seat} drew {drawn}, read as {known}")
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


def nearest(state: PublicState, code: str) -> str:
    """The action itself, or the largest draw that the tree holds for a larger one.

    Args:
        state: where a seat is to act.
        code: a letter, or the number of cards drawn.
    """
    return str(min(int(code), len(state.actions) - 1)) if state.drawing else code


def require_triple_draw(game: Game, who: str) -> None:
    """Refuse a game whose stakes are not those of triple draw, whatever its cap and draws.

    Args:
        game: the game.
        who: whose it is, for the message.

    Raises:
        ConfigurationError: it has other bets or blinds.
    """
    stakes = (game.bets, game.forced_bets, game.live)
    if stakes != (TRIPLE_DRAW.bets, TRIPLE_DRAW.forced_bets, TRIPLE_DRAW.live):
        raise ConfigurationError(
            f"{who} plays with bets of {game.bets} and forced bets of {game.forced_bets} small "
            f"bets; expected triple draw with bets of {TRIPLE_DRAW.bets} and blinds of "
            f"{TRIPLE_DRAW.forced_bets}"
        )


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


def table_setup(game: Game, small_bet: int, stack: int) -> Setup:
    """Stacks and stakes of a game at a table.

    Args:
        game: the game.
        small_bet: in chips.
        stack: chips of either player; enough that nobody can be all-in.

    Raises:
        ConfigurationError: it does not have the bets of triple draw.
    """
    bets = tuple(bet * small_bet for bet in game.bets)
    big, small = (post * small_bet for post in game.forced_bets)
    whole = all(float(amount).is_integer() for amount in (*bets, big, small))
    if not whole or len(bets) != 4 or bets[0] != bets[1] or bets[2] != bets[3] or not game.live:
        raise ConfigurationError(
            f"bets of {game.bets} small bets with forced bets of {game.forced_bets} cannot be "
            "played at the table; expected blinds, and two rounds of small and two of big bets"
        )
    posts = [Post(0, PostKind.BIG_BLIND, int(big))]
    if small:
        posts.append(Post(BUTTON, PostKind.SMALL_BLIND, int(small)))
    return Setup((stack, stack), int(bets[0]), int(bets[2]), tuple(posts))
