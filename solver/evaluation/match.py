"""Matches: two players with real cards on the rules engine, every deck played from both seats."""

import time
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from solver.bridge import ACTIONS, LETTERS, require_triple_draw
from solver.errors import ConfigurationError
from solver.evaluation.luck import CONTROLS, DrawLuck
from solver.evaluation.players import Hand, Player, TreeView
from solver.evaluation.score import Score, score_of
from solver.game import CALL, CHECK
from solver.stopping import Report
from solver.table import Deck, Phase, Rules, Setup, State, discard, start

SMALL_BET = 2
"""In units of the table, so that the small blind is one of them."""

_SETUP = Setup.blinds((1_000, 1_000), SMALL_BET)


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, for the first player.

    Attributes:
        players: names of the first and the second.
        cap: most bets in a round.
        seed: seed of the decks and of the players' choices.
        finished: whether all hands were played.
        seconds: time it took.
        score: the result.
    """

    players: tuple[str, str]
    cap: int
    seed: int
    finished: bool
    seconds: float
    score: Score


def common_cap(players: tuple[Player, Player]) -> int:
    """Cap that both players' trees hold: the smaller of the two."""
    return min(player.tree.game.cap for player in players)


def play_match(
    players: tuple[Player, Player],
    hands: int,
    luck: DrawLuck,
    *,
    seed: int = 0,
    report: Report | None = None,
) -> MatchResult:
    """Play a match.

    Every deck is played twice, the players changing seats: same cards in the same order, and the
    same random numbers for the choices made in a seat. The game has the smaller of the players'
    caps.

    Args:
        players: the first and the second.
        hands: hands to play, an even number.
        luck: measures the luck of the draws.
        seed: of the decks and of the players' choices.
        report: told after every deck how far the match is; may end it.

    Raises:
        ConfigurationError: the number of hands is odd or not positive, or the games do not have
            the bets of triple draw.
    """
    if hands < 2 or hands % 2:
        raise ConfigurationError(
            f"{hands} hands asked for; every deck is played from both seats, so give an even "
            "number of at least 2"
        )
    dealer = _Dealer(players, luck)
    begin = time.perf_counter()
    results: list[list[float]] = []
    controls: list[NDArray[np.float64]] = []
    for number in range(hands // 2):
        deck = Deck.shuffled((seed << 32) + number)
        won, lucky = [], np.zeros(CONTROLS)
        for first_seat in (0, 1):
            randoms = (default_rng([seed, number, 0]), default_rng([seed, number, 1]))
            hand = dealer.play(deck, first_seat, randoms)
            sign = 1 if first_seat == 0 else -1
            won.append(sign * hand[0])
            lucky += sign * hand[1] / 2
        results.append(won)
        controls.append(lucky)
        if report is not None and report(number + 1, hands // 2):
            break
    return MatchResult(
        (players[0].name, players[1].name),
        dealer.cap,
        seed,
        len(results) == hands // 2,
        time.perf_counter() - begin,
        score_of(np.array(results), np.array(controls)),
    )


class _Dealer:
    """Plays single hands and keeps both players' views of them."""

    def __init__(self, players: tuple[Player, Player], luck: DrawLuck):
        for player in players:
            require_triple_draw(player.tree.game, player.name)
        self.players = players
        self.luck = luck
        self.cap = common_cap(players)
        self.rules = Rules(cap=self.cap)
        self._views = tuple(TreeView(player) for player in players)

    def play(
        self, deck: Deck, first_seat: int, randoms: tuple[Generator, Generator]
    ) -> tuple[float, NDArray[np.float64]]:
        """Play one hand.

        Args:
            deck: the cards.
            first_seat: seat of the first player.
            randoms: for the choices made in each seat.

        Returns:
            What the big blind won, and the luck that it had, both in small bets; the luck by draw
            and seat, shape (6,).
        """
        order = (0, 1) if first_seat == 0 else (1, 0)
        players = [self.players[place] for place in order]
        views = [self._views[place] for place in order]
        states = [view.start for view in views]
        gone: list[Hand] = [(), ()]
        lucky = np.zeros(CONTROLS)
        table_state = start(_SETUP, deck, self.rules)
        while (seat := table_state.actor) is not None:
            hand = table_state.hands[seat]
            if table_state.phase is Phase.DRAWING:
                thrown = players[seat].discard(hand, states[seat], randoms[seat], gone[seat])
                gone[seat] += thrown
                if thrown:
                    place = 2 * table_state.round + seat
                    lucky[place] += self._luck(table_state, hand, thrown)
                action, letter = discard(thrown), str(len(thrown))
            else:
                wanted = players[seat].act(hand, states[seat], randoms[seat], gone[seat])
                letter = _allowed(wanted, table_state)
                action = ACTIONS[letter]
            table_state = table_state.apply(action)
            states = [view.follow(state, letter) for view, state in zip(views, states, strict=True)]
        won = table_state.stacks[0] - _SETUP.stacks[0]
        return won / SMALL_BET, lucky / SMALL_BET

    def _luck(self, before: State, hand: Hand, thrown: Hand) -> float:
        kept = tuple(card for card in hand if card not in thrown)
        gained = self.luck.of_draw(before, kept, 3 - before.round)
        return gained if before.actor == 0 else -gained


def _allowed(wanted: str, state: State) -> str:
    """The action itself, or at the cap of the match the call or check in place of a raise."""
    letters = [LETTERS[action.kind] for action in state.legal_actions()]
    if wanted in letters:
        return wanted
    return CALL if CALL in letters else CHECK
