"""`tripledraw rank`: what a hand is worth."""

from typing import Annotated

import typer

from solver.cards import CATEGORIES, CLASSES, describe_class, format_hand, low_class, parse_hand
from solver.cli.app import app, console, example, print_json


@app.command(epilog=example("tripledraw rank 7c5d4h3s2c", 'tripledraw rank "10h 8d 6c 4s 2c"'))
def rank(
    hand: Annotated[str, typer.Argument(help="Five cards, for example 7c5d4h3s2c.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell the low class of a hand, 1 (7-5-4-3-2) to 7462."""
    cards = parse_hand(hand)
    low = describe_class(int(low_class(cards)))
    if as_json:
        print_json(
            {
                "hand": format_hand(cards),
                "class": low.number,
                "category": CATEGORIES[low.category],
                "name": low.name,
            }
        )
    else:
        console.print(f"{format_hand(cards, ' ')}: {low.name}, class {low.number} of {CLASSES}")
