"""`tripledraw rank`: what a hand is worth."""

from typing import Annotated

import typer

from solver.cards import CATEGORIES, CLASSES, describe_class, format_hand, low_class, parse_hand
from solver.cli.app import app, console, example, print_json


@app.command(
    epilog=example(
        "tripledraw rank 7c5d4h3s2c",
        'tripledraw rank "10h 8d 6c 4s 2c"',
        "tripledraw rank 7c5d4h3s2c 8c6d4h3s2c",
    )
)
def rank(
    hands: Annotated[
        list[str], typer.Argument(metavar="HAND...", help="Five cards each, as 7c5d4h3s2c.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell the low class of a hand, 1 (7-5-4-3-2) to 7462, or of several."""
    ranked = [parse_hand(hand) for hand in hands]
    if as_json:
        values = [_values(cards) for cards in ranked]
        print_json(values[0] if len(values) == 1 else {"hands": values})
        return
    for cards in ranked:
        low = describe_class(int(low_class(cards)))
        console.print(f"{format_hand(cards, ' ')}: {low.name}, class {low.number} of {CLASSES}")


def _values(cards: tuple[int, ...]) -> dict[str, str | int]:
    low = describe_class(int(low_class(cards)))
    return {
        "hand": format_hand(cards),
        "class": low.number,
        "category": CATEGORIES[low.category],
        "name": low.name,
    }
