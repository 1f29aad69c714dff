"""The event log as JSON lines, and a hand played again from its log."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, get_args

from solver.errors import HistoryError, TripleDrawError
from solver.table import events
from solver.table.actions import BET, CALL, CHECK, FOLD, MUCK, RAISE, Action, Kind, discard
from solver.table.deck import UNKNOWN, Deck, format_known, parse_known
from solver.table.events import Event
from solver.table.position import Phase
from solver.table.rules import Rules
from solver.table.setup import Post, PostKind, Setup
from solver.table.state import State, start

_CLASSES: dict[str, type[Any]] = {cls.__name__.lower(): cls for cls in get_args(Event)}
_SIMPLE: dict[type[Any], Action] = {
    events.Folded: FOLD,
    events.Checked: CHECK,
    events.Called: CALL,
    events.Bet: BET,
    events.Raised: RAISE,
}


def replay(log: Sequence[Event]) -> State:
    """Play the decisions of a log again and check that everything comes out as logged.

    Args:
        log: the events of one hand from `Started` on, whether or not it was played to the end; a
            closing `Paid` is passed over.

    Returns:
        The state after the last event.

    Raises:
        HistoryError: the log does not follow from its own decisions; which event differs.
    """
    logged = tuple(event for event in log if not isinstance(event, events.Paid))
    match logged[:2]:
        case (events.Started() as started, events.Shuffled() as shuffled):
            orders = tuple(e.order for e in logged if isinstance(e, events.Reshuffled))
            deck = Deck(shuffled.order, orders)
        case _:
            raise HistoryError("a log begins with the events started and shuffled")
    state = start(started.setup, deck, started.rules)
    while len(state.log) < len(logged):
        event = logged[len(state.log)]
        action = decision_at(state, event)
        if action is None:
            break
        try:
            state = state.apply(action)
        except TripleDrawError as error:
            raise HistoryError(f"event {len(state.log) + 1} of the log: {error}") from error
    if state.log != logged:
        at = next(
            (i for i, (a, b) in enumerate(zip(state.log, logged, strict=False)) if a != b),
            min(len(state.log), len(logged)),
        )
        found = logged[at] if at < len(logged) else "the end"
        wanted = state.log[at] if at < len(state.log) else "the end"
        raise HistoryError(f"event {at + 1} of the log is {found}; by the rules it is {wanted}")
    return state


def decision_at(state: State, event: Event) -> Action | None:
    """The decision in a state that led to an event; None if the event follows by itself."""
    action = _decision_of(event)
    if action is None and state.phase is Phase.SHOWDOWN and state.actor is not None:
        return MUCK  # All others have mucked, and the last one has won without showing.
    return action


def _decision_of(event: Event) -> Action | None:
    if isinstance(event, events.Discarded):
        return discard(event.cards)
    if isinstance(event, events.Shown):
        return Action(Kind.SHOW, event.cards)
    if isinstance(event, events.Mucked):
        return MUCK if UNKNOWN in event.cards else Action(Kind.MUCK, event.cards)
    return _SIMPLE.get(type(event))


def log_to_json(log: Iterable[Event]) -> str:
    """Write events as JSON lines: ``{"event": "called", "seat": 1, "amount": 50, ...}``."""
    return "".join(json.dumps(_to_dict(event), ensure_ascii=False) + "\n" for event in log)


def log_from_json(text: str) -> tuple[Event, ...]:
    """Read what `log_to_json` writes.

    Raises:
        HistoryError: a line that is no event; its number.
    """
    log = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            log.append(_from_dict(json.loads(line)))
        except (ValueError, KeyError, TypeError, TripleDrawError) as error:
            raise HistoryError(f"line {number} of the log is no event: {error}") from error
    return tuple(log)


_CARD_FIELDS = ("cards", "order", "card")


def _to_dict(event: Event) -> dict[str, Any]:
    values: dict[str, Any] = {"event": type(event).__name__.lower()}
    if isinstance(event, events.Started):
        return values | asdict(event)
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name in _CARD_FIELDS:
            value = format_known((value,) if isinstance(value, int) else value)
        values[field.name] = value
    return values


def _from_dict(values: dict[str, Any]) -> Event:
    cls = _CLASSES[values.pop("event")]
    if cls is events.Started:
        setup = values["setup"]
        posts = tuple(
            Post(post["seat"], PostKind(post["kind"]), post["amount"]) for post in setup["posts"]
        )
        return events.Started(
            Rules(**values["rules"]),
            Setup(tuple(setup["stacks"]), setup["small_bet"], setup["big_bet"], posts),
        )
    for name, value in values.items():
        if name == "card":
            (values[name],) = parse_known(value)
        elif name in _CARD_FIELDS:
            values[name] = parse_known(value)
        elif name == "kind":
            values[name] = PostKind(value)
        elif isinstance(value, list):
            values[name] = tuple(value)
    event: Event = cls(**values)
    return event
