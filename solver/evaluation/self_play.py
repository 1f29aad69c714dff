"""Hands that a solution plays against itself, with real cards on the rules engine."""

from collections.abc import Iterator

from numpy.random import Generator, default_rng

from solver.bridge import ACTIONS, require_triple_draw
from solver.evaluation.players import SolutionPlayer, TreeView
from solver.solution import Solution
from solver.table import Deck, Phase, Rules, Setup, State, discard, start
from solver.table.histories.record import PlayedHand

VENUE = "tripledraw"
"""Where hands come from that nobody has played."""

PLAYERS = ("Player 1", "Player 2")
"""Their names; the first one's cards are those that a site would deal face up."""

_SETUP = Setup.blinds((2_000, 2_000), 20)
"""Deep enough that nobody can be all-in."""


def self_play(solution: Solution, name: str, seed: int = 0) -> Iterator[PlayedHand]:
    """Hands without end; the players change seats after every hand.

    Args:
        solution: what both players follow.
        name: of the table.
        seed: of the decks and of all choices.

    Raises:
        ConfigurationError: the game does not have the bets of triple draw.
    """
    game = solution.tree.game
    require_triple_draw(game, "the solution")
    player = _Both(solution)
    rules = Rules(cap=game.cap)
    number = 0
    while True:
        state = start(_SETUP, Deck.shuffled((seed << 32) + number), rules)
        state = player.play(state, (default_rng([seed, number, 0]), default_rng([seed, number, 1])))
        button = number % 2
        info = {
            "venue": VENUE,
            "hand": (seed << 32) + number + 1,
            "seats": [2, 1] if button == 0 else [1, 2],
            "seat_count": 2,
            "table": name,
            "players": [PLAYERS[1 - button], PLAYERS[button]],
            "_hero": PLAYERS[0],
        }
        yield PlayedHand(state, info=info)
        number += 1


class _Both:
    """The solution in both seats."""

    def __init__(self, solution: Solution):
        self._player = SolutionPlayer(solution, "solution")
        self._view = TreeView(self._player)

    def play(self, state: State, randoms: tuple[Generator, Generator]) -> State:
        """The hand to its end; random numbers for each seat."""
        public = self._view.start
        while (seat := state.actor) is not None:
            hand, random = state.hands[seat], randoms[seat]
            if state.phase is Phase.DRAWING:
                thrown = self._player.discard(hand, public, random)
                action, code = discard(thrown), str(len(thrown))
            else:
                code = self._player.act(hand, public, random)
                action = ACTIONS[code]
            state = state.apply(action)
            public = self._view.follow(public, code)
        return state
