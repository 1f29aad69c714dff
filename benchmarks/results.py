"""What a solution says of questions that players ask, as the tables of docs/results.md.

python benchmarks/results.py                 # the solution that would be drilled
python benchmarks/results.py standard        # another one, by name or directory
"""

import argparse
from collections.abc import Iterable, Sequence

import numpy as np

from solver.cards import suit_classes
from solver.game import SEAT_NAMES
from solver.solution import Solution, open_solution
from solver.solution.directories import find_solution

PAT_HANDS = ("7d5c4s3h2c", "8d6c4s3h2c", "8d7c6s5h2c", "9d6c4s3h2c", "9d7c5s4h2c", "9d8c7s5h3c")
PAT_HANDS += ("Td6c4s3h2c", "Td8c6s4h2c", "Jd6c4s3h2c", "Jd8c6s4h2c", "Jd9c8s7h2c", "Qd6c4s3h2c")

BEFORE_DRAWS = {
    "first draw, big blind, after raise and call": "rc",
    "first draw, button, big blind draws 1": "rc 1",
    "first draw, button, big blind draws 2": "rc 2",
    "first draw, button, big blind draws 3": "rc 3",
    "second draw, button, 2 and 2 before, big blind draws 1": "rc 22 kbc 1",
    "second draw, button, 2 and 1 before, big blind draws 2": "rc 21 kbc 2",
    "last draw, big blind, 1 and 1 before": "rc 21 kbc 11 kbc",
    "last draw, button, big blind pat": "rc 21 kbc 11 kbc 0",
    "last draw, button, big blind draws 1": "rc 21 kbc 11 kbc 1",
    "last draw, button, big blind draws 2": "rc 22 kbc 22 kbc 2",
}

BETTING = {
    "button opens": ("", "low cards"),
    "big blind against a raise": ("r", "kind"),
    "big blind against a limp": ("c", "kind"),
    "button against a three-bet": ("rr", "kind"),
    "button, after both drew one, checked to": ("rc 21 kbc 11 kbc 11 k", "kind"),
    "big blind bets first after the last draw, both drew one": ("rc 21 kbc 11 kbc 11", "kind"),
    "button facing a bet after the last draw, both drew one": ("rc 21 kbc 11 kbc 11 b", "kind"),
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table."""
    for row in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(row) + " |")
    print()


def betting(solution: Solution) -> None:
    """How each group of hands is played where bets are made."""
    for title, (history, by) in BETTING.items():
        summary = solution.summary(history, by)
        actions = summary.state.actions
        print(f'**{title}** (`tripledraw show --history "{history}" --by "{by}"`)\n')
        table(
            ["hands", "share", *actions, "EV"],
            (
                [
                    g.name,
                    f"{g.share:.1%}",
                    *(f"{g.frequencies[a]:.0%}" for a in actions),
                    f"{g.ev:+.2f}",
                ]
                for g in (*summary.groups, summary.whole)
            ),
        )


def pat_or_break(solution: Solution) -> None:
    """Pat hands at every draw: how often they stand, and what that wins more than breaking."""
    print("**Pat or break**: share of standing pat, and EV of pat less the best draw in mbb\n")
    rows = []
    for title, history in BEFORE_DRAWS.items():
        cells = []
        for hand in PAT_HANDS:
            advice = solution.advise(hand, history)
            pat = advice.action("0")
            others = [action.ev for action in advice.actions if action.code != "0"]
            cells.append(f"{pat.frequency:.0%}, {1000 * (pat.ev - max(others)):+.0f}")
        rows.append([f"{title} `{history}`", *cells])
    table(["where", *(format_hand_text(hand) for hand in PAT_HANDS)], rows)


def format_hand_text(hand: str) -> str:
    """Ranks only: these hands hold no suits that matter."""
    return hand[::2]


def snows(solution: Solution) -> None:
    """Hands that stand pat at the last draw though they are no pat hands: bluffs to come."""
    print("**Snow**: share of the hands that stand pat at the last draw with a pair or worse\n")
    hands = suit_classes(5).example
    paired = np.array([len(set((hand // 4).tolist())) < 5 for hand in hands])
    rows = []
    for title, history in BEFORE_DRAWS.items():
        state = solution.state(history)
        if state.draws_left != 1:
            continue
        abstraction = solution.abstraction
        buckets = abstraction.buckets[1]
        reach = solution.evaluator.ranges(state).reach[state.seat]
        weight = abstraction.weights[1] / np.bincount(buckets, abstraction.weights[1])[buckets]
        pat = solution.evaluator.strategy_at(state)[0]
        share = reach[buckets] * weight
        standing = share * pat[buckets]
        rows.append(
            [
                f"{title} `{history}`",
                f"{standing.sum() / share.sum():.1%}",
                f"{standing[paired].sum() / standing.sum():.1%}",
                f"{standing[paired].sum() / share[paired].sum():.1%}",
            ]
        )
    table(["where", "stands pat", "of these with a pair", "of pairs stand pat"], rows)


def two_low_cards(solution: Solution) -> None:
    """The button's open against the rule of thumb: raise with two cards of 7 or lower."""
    print("**Two low cards**: what following the rule of thumb costs on the button\n")
    state = solution.state("")
    values = solution.evaluator.action_values(state)
    abstraction = solution.abstraction
    buckets = abstraction.buckets[3]
    frequency = solution.evaluator.strategy_at(state)
    best = (frequency * values).sum(axis=0)
    codes = list(state.actions)
    hands = suit_classes(5)
    low = np.array([len({r for r in (hand // 4).tolist() if r <= 5}) for hand in hands.example])
    share = hands.count / hands.count.sum()
    rows = []
    for least in (1, 2, 3):
        taken = np.where(low >= least, codes.index("r"), codes.index("f"))
        lost = share @ (best[buckets] - values[taken, buckets])
        rows.append([f"raise with {least} or more low cards, else fold", f"{1000 * lost:.0f}"])
    table(["rule", "loses, mbb a hand on the button"], rows)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("solution", nargs="?", help="name or directory of a solution")
    solution = open_solution(find_solution(parser.parse_args().solution))
    game, size = solution.configuration.game, solution.configuration.abstraction
    last = solution.trace[-1]
    print(f"Cap {game.cap}, draws {game.draws}, buckets {size.final} and {size.earlier},")
    print(f"{last.iteration} iterations, {last.exploitability:.1f} mbb/g inside the abstraction.\n")
    table(
        ["seat", "wins a hand against itself", "a best response wins"],
        (
            [name, f"{value:+.4f}", f"{best:+.4f}"]
            for name, value, best in zip(SEAT_NAMES, last.values, last.best_responses, strict=True)
        ),
    )
    betting(solution)
    two_low_cards(solution)
    pat_or_break(solution)
    snows(solution)


if __name__ == "__main__":
    main()
