"""Speed of the table: complete random hands a minute in one process.

    python benchmarks/table_hands.py
    python benchmarks/table_hands.py --seats 8 --seconds 20

Every hand is shuffled from its own seed and played to its end with actions drawn from
`legal_actions`; folds are drawn half as often as other actions, so that most hands reach the
showdown. Nothing is checked while the clock runs.
"""

import argparse
import random
import time

from solver.table import CALL, FOLD, Deck, Rules, Setup, start
from solver.table.rules import PROFILES


def main() -> None:
    """Play for the time asked for and print the rate for each profile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=6, help="players at the table")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each profile")
    options = parser.parse_args()
    for profile in PROFILES:
        hands, actions, showdowns, seconds = play(profile, options.seats, options.seconds)
        print(
            f"{profile}: {60 * hands / seconds:,.0f} hands a minute with {options.seats} seats, "
            f"{actions / hands:.1f} actions a hand, {showdowns / hands:.0%} to the showdown"
        )


def play(profile: str, seats: int, limit: float) -> tuple[int, int, int, float]:
    """Random hands for `limit` seconds: how many, their actions, showdowns, and the time taken."""
    rng = random.Random(1)
    rules, setup = Rules.profile(profile), Setup.blinds((1000,) * seats, small_bet=20)
    hands = actions = showdowns = 0
    begun = time.perf_counter()
    while (seconds := time.perf_counter() - begun) < limit:
        state = start(setup, Deck.shuffled(hands), rules)
        while state.actor is not None:
            legal = state.legal_actions()
            action = rng.choice(legal)
            if action is FOLD and CALL in legal and rng.random() < 0.5:
                action = CALL
            state = state.apply(action)
            actions += 1
        hands += 1
        showdowns += any(state.shown)
    return hands, actions, showdowns, seconds


if __name__ == "__main__":
    main()
