"""Public states and hover texts in words."""

from solver.game import SEAT_NAMES
from solver.game.public_state import PublicState, action_name
from solver.solution import GroupSummary


def situation(state: PublicState) -> str:
    """Who acts after what, and for how much: the line below a title."""
    after = f"after {state.history}" if state.history else "first to act"
    price = f", {state.to_call:g} to call" if state.to_call else ""
    return f"{SEAT_NAMES[state.seat]} {after} · pot {state.pot:g} small bets{price}"


def actions_in_words(group: GroupSummary) -> str:
    """Frequency and value of every action, a line each, for hover texts."""
    return "<br>".join(
        f"{action_name(code)}: {frequency:.1%}, EV {group.evs[code]:+z.2f}"
        for code, frequency in group.frequencies.items()
    )


def group_in_words(group: GroupSummary) -> str:
    """Everything that is known of a group of hands, for hover texts."""
    return (
        f"<b>{group.name}</b>, {group.share:.2%} of the range<br>"
        f"{actions_in_words(group)}<br>for example {', '.join(group.examples)}"
    )
