"""`tripledraw subgame`: the rest of a hand, solved on demand."""

from typing import Annotated, Any

import typer
from rich.markup import escape

from solver.abstraction import GROUPINGS, Abstraction, AbstractionConfig
from solver.cards import parse_cards
from solver.cli.advise import SolutionOption, print_advice
from solver.cli.app import app, console, example, print_json
from solver.cli.buckets import build_with_progress
from solver.cli.show import print_state, state_values
from solver.errors import ConfigurationError
from solver.game import SEAT_NAMES
from solver.solution import Advice, Subgame, open_solution
from solver.solution.directories import find_solution
from solver.subgames import read_lock
from solver.subgames.solving import ITERATIONS, LAST_ROUND_ITERATIONS

RangeHelp = (
    "in place of the solution's range: groups of hands with weights, as in 'pat 8, one-card "
    "draw=0.5'."
)


def read_range(text: str | None) -> dict[str, float] | None:
    """Groups of hands with weights, 1 where none is given.

    Raises:
        ConfigurationError: a weight that is no number.
    """
    if text is None:
        return None
    weights = {}
    for item in text.split(","):
        name, _, weight = item.partition("=")
        try:
            weights[name.strip()] = float(weight or 1)
        except ValueError:
            raise ConfigurationError(
                f"{weight.strip()!r} in {text!r} is no weight; expected HANDS=WEIGHT, ..."
            ) from None
    return weights


@app.command(
    epilog=example(
        'tripledraw subgame "rc 21 bc 11 kk 11" --by-hand --hand 8c6d4h3s2c',
        'tripledraw subgame "rc 21 bc 11" --buckets 160 400',
        'tripledraw subgame "rc 21 bc 11 kk 11" --lock "rc 21 bc 11 kk 11 b | f=1 | 9-low"',
    )
)
def subgame(
    history: Annotated[str, typer.Argument(help="Where to start, as for `advise`.")],
    solution: SolutionOption = None,
    hand: Annotated[
        str | None, typer.Option(help="Five cards: tell what they do, and that of the range.")
    ] = None,
    dead: Annotated[
        str, typer.Option(help="Further cards that the opponent cannot hold, with --hand.")
    ] = "",
    at: Annotated[
        str | None, typer.Option(help="Tell of this later state in place of the first.")
    ] = None,
    buckets: Annotated[
        tuple[int, int] | None,
        typer.Option(help="Final and earlier buckets in place of the solution's."),
    ] = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="In the last round: all 7,462 low classes.")
    ] = False,
    big_blind: Annotated[
        str | None, typer.Option(help=f"The big blind's range {RangeHelp}")
    ] = None,
    button: Annotated[str | None, typer.Option(help=f"The button's range {RangeHelp}")] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fixed frequencies: 'HISTORY | ACTION=FREQUENCY, ...', or with '| HANDS' at the "
            "end for one group of hands. May be given more than once."
        ),
    ] = None,
    by: Annotated[str, typer.Option(help=f"Groups of hands: {', '.join(GROUPINGS)}.")] = "kind",
    iterations: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"Updates of both seats; {ITERATIONS}, or {LAST_ROUND_ITERATIONS} in the last "
            "round, by default.",
        ),
    ] = None,
    threads: Annotated[int, typer.Option(min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Solve the rest of a hand from any public state on.

    Ranges are those of the solution, or given ones. With --hand, values are against an opponent
    who does not hold these cards; frequencies are those of the whole range.
    """
    opened = open_solution(find_solution(solution))
    solved = opened.subgame(
        history,
        buckets=_built(opened.abstraction, buckets),
        by_hand=by_hand,
        ranges=(read_range(big_blind), read_range(button)),
        locks=[read_lock(text) for text in lock or ()],
        iterations=iterations,
        threads=threads,
    )
    state = solved.state(at or "")
    advice = solved.advise_with_cards(hand, state, parse_cards(dead)) if hand else None
    if as_json:
        values = _values(solved)
        if state.ended is None:
            values["state"] = state_values(solved.summary(state, by))
        if advice is not None:
            values["advice"] = advice.to_json()
        print_json(values)
    else:
        _print(solved, advice)
        if advice is None:
            print_state(solved.summary(state, by))


def _built(own: Abstraction, buckets: tuple[int, int] | None) -> Abstraction | None:
    if buckets is None:
        return None
    final, earlier = buckets
    return build_with_progress(
        AbstractionConfig(final=final, earlier=(earlier,) * 3, draws=own.config.draws)
    )


def _values(solved: Subgame) -> dict[str, Any]:
    return {
        "history": solved.root.history,
        "pot": solved.root.pot,
        "buckets": solved.evaluator.chains[0].buckets,
        "iterations": solved.solved.iterations,
        "seconds": solved.solved.seconds,
        "gains_mbb": dict(zip(SEAT_NAMES, (1000 * gain for gain in _gains(solved)), strict=True)),
        "values_sb": dict(zip(SEAT_NAMES, solved.values, strict=True)),
        "guessed": [SEAT_NAMES[seat] for seat in sorted(solved.hands.guessed)],
    }


def _gains(solved: Subgame) -> list[float]:
    """What a best response from each seat wins more than the strategies, in small bets."""
    reached = solved.exploitability
    pairs = zip(reached.best_responses, reached.value, strict=True)
    return [best - value for best, value in pairs]


def _print(solved: Subgame, advice: Advice | None) -> None:
    root = solved.root
    big_blind, button = solved.values
    console.print(
        f"[bold]{escape(root.history) or 'the deal'}[/bold]: pot {root.pot:g} small bets; from "
        f"here on the big blind wins {big_blind:.3f} and the button {button:.3f}",
        soft_wrap=True,
    )
    gains = " and ".join(
        f"{1000 * gain:.2f} as {SEAT_NAMES[seat]}" for seat, gain in enumerate(_gains(solved))
    )
    console.print(
        f"{solved.solved.iterations} iterations in {1000 * solved.solved.seconds:.0f} ms: a best "
        f"response, bound by no lock, would gain {gains} (thousandths of a small bet)",
        soft_wrap=True,
    )
    for seat in sorted(solved.hands.guessed):
        console.print(
            f"The {SEAT_NAMES[seat]} has done what the solution never does; his range is the one "
            "before that action.",
            soft_wrap=True,
        )
    if advice is not None:
        print_advice(advice)
