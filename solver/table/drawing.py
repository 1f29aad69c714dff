"""Draws: order, replacements, burns, the fifth card, and a deck that runs out (5)."""

from itertools import chain

from solver.cards import DECK_SIZE, format_cards
from solver.errors import RulesError
from solver.table.actions import Action, discards
from solver.table.actions import discard as discard_action
from solver.table.betting import put
from solver.table.deck import UNKNOWN, check_distinct, format_known
from solver.table.events import Burned, Discarded, DrawBegan, Drawn, Reshuffled
from solver.table.position import Position


def begin(state: Position) -> None:
    """Open a draw; the first live seat left of the button decides first, all-in or not (5.1)."""
    seats = state.setup.seats
    state.decided = (False,) * seats
    state.discards = ((),) * seats
    state.owed = (0,) * seats
    state.burned = False
    state.log += (DrawBegan(state.round + 1),)
    state.actor = state.live.index(True)


def legal_actions(state: Position) -> tuple[Action, ...]:
    """Every set of cards the actor can throw away; unknown cards are all alike."""
    assert state.actor is not None
    hand = state.hands[state.actor]
    if UNKNOWN not in hand:
        return discards(hand)
    choices = {tuple(sorted(action.cards)) for action in discards(hand)}
    return tuple(discard_action(cards) for cards in sorted(choices, key=lambda c: (len(c), c)))


def discard(state: Position, cards: tuple[int, ...], told: tuple[int, ...] = ()) -> None:
    """Throw away cards of the actor and deal what is due.

    Args:
        state: changed.
        cards: of the actor; none to stand pat.
        told: the replacements in their order, if a history tells them.

    Raises:
        RulesError: cards that the player does not hold, or one of them twice; or told ones that
            cannot come.
    """
    seat = state.actor
    assert seat is not None
    hand = _without(state, seat, cards)
    state.hands = put(state.hands, seat, hand)
    state.discards = put(state.discards, seat, cards)
    state.owed = put(state.owed, seat, len(cards))
    state.decided = put(state.decided, seat, True)
    if told:
        state.told = put(state.told, seat, told)
    state.log += (Discarded(seat, cards),)
    try:
        state.actor = state.live.index(True, seat + 1)
    except ValueError:
        state.actor = None
    if state.rules.deal_mode == "sequential":
        _burn(state)
        _serve(state, seat)
    if state.actor is None:
        _finish(state)


def _without(state: Position, seat: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The hand after a discard."""
    left = list(state.hands[seat])
    for card in cards:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left and card not in state.cards() and 0 <= card < DECK_SIZE:
            left.remove(UNKNOWN)
        elif card == UNKNOWN and state.deck.is_open and len(cards) <= len(state.hands[seat]):
            # The history does not tell which card went: any card that is left may be gone.
            return (UNKNOWN,) * (len(state.hands[seat]) - len(cards))
        else:
            held = format_known(state.hands[seat])
            again = "throws away twice" if card in state.hands[seat] else "does not hold"
            name = format_known((card,)) if -1 <= card < DECK_SIZE else str(card)
            raise RulesError(f"discard: seat {seat} {again} {name}; the hand is {held}")
    return tuple(left)


def _serve(state: Position, seat: int) -> None:
    """Deal replacements; of five only four for now, if the fifth comes after everybody else's."""
    count = state.owed[seat]
    if count == 5 and state.rules.five_card_rule == "four_then_one":
        count = 4
    _deal(state, seat, count)


def _finish(state: Position) -> None:
    """Deal what is still due after the last decision, then close the draw."""
    if state.rules.deal_mode == "announce_then_deal":
        _burn(state)
        for seat, live in enumerate(state.live):
            if live:
                _serve(state, seat)
    last = len(state.live) - 1 - state.live[::-1].index(True)
    for seat, count in enumerate(state.owed):
        if count:
            if seat == last:
                _burn_card(state)
            _deal(state, seat, count)
    for cards in state.discards:
        state.muck += cards
    state.discards = ((),) * len(state.discards)


def _burn(state: Position) -> None:
    if state.rules.burn and not state.burned:
        state.burned = True
        _burn_card(state)


def _burn_card(state: Position) -> None:
    drawer = next((seat for seat, count in enumerate(state.owed) if count), -1)
    # Under the WSOP rule the last card of the stub is no burn either, if somebody still draws.
    if len(state.stub) <= (state.rules.last_card == "wsop" and drawer >= 0):
        _reshuffle(state, drawer, 1)
    card = state.stub[0]
    state.stub = state.stub[1:]
    state.burns += (card,)
    state.log += (Burned(card),)


def _deal(state: Position, seat: int, count: int) -> None:
    """Deal replacements to one player, with reshuffles as they become necessary."""
    while count:
        ready, needed = len(state.stub), count
        if state.rules.last_card == "wsop":
            # Who has not decided yet may want a card, so the last one is known to complete the
            # draw only when nobody else can be waiting.
            waiting = sum(state.owed) + (state.actor is not None)
            if waiting > ready:
                ready = max(ready - 1, 0)
            needed = min(count + 1, waiting)
        if not ready:
            _reshuffle(state, seat, needed)
            continue
        taken = min(count, ready)
        cards = state.stub[:taken]
        state.stub = state.stub[taken:]
        if state.told[seat]:
            cards = _told(state, seat, cards)
        state.hands = put(state.hands, seat, state.hands[seat] + cards)
        state.owed = put(state.owed, seat, state.owed[seat] - taken)
        state.log += (Drawn(seat, cards),)
        count -= taken


def _told(state: Position, seat: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """What a history tells about these cards of the stub."""
    told = state.told[seat]
    state.told = put(state.told, seat, told[len(cards) :])
    told = told[: len(cards)]
    dealt = (*chain.from_iterable(state.hands), *chain.from_iterable(state.discards))
    check_distinct((*told, *dealt, *state.muck, *state.burns), "what is dealt and thrown away")
    return told


def _reshuffle(state: Position, drawer: int, needed: int) -> None:
    """Make a new stub of the cards that may be dealt again (5.6).

    If they are fewer than the player at hand needs, the current draw's discards of all other
    players are added to them.
    """
    recycle = state.rules.recycle
    seats = range(len(state.live))
    if recycle == "all":
        chosen = [seat for seat in seats if state.discards[seat]]
    elif recycle == "others":
        chosen = [seat for seat in seats if state.discards[seat] and seat != drawer]
    elif recycle == "served":
        chosen = [seat for seat in seats if state.discards[seat] and not state.owed[seat]]
    else:
        chosen = []
    cards = state.stub + state.muck
    if state.rules.recycle_burns:
        cards += state.burns
        state.burns = ()
    if len(cards) + sum(len(state.discards[seat]) for seat in chosen) < needed:
        chosen = [seat for seat in seats if seat != drawer or seat in chosen]
    for seat in chosen:
        cards += state.discards[seat]
    state.discards = tuple(
        () if seat in chosen else cards for seat, cards in enumerate(state.discards)
    )
    state.muck = ()
    state.stub = state.deck.reshuffle(cards, state.reshuffles)
    state.reshuffles += 1
    if state.deck.is_open:
        _check_known(state)
    state.log += (Reshuffled(state.stub),)


def _check_known(state: Position) -> None:
    """After a reshuffle of partly unknown cards: every known card still exists once only."""
    known = [card for card in state.cards() if card != UNKNOWN]
    twice = {card for card in known if known.count(card) > 1}
    if twice:
        raise RulesError(
            f"after reshuffle {state.reshuffles} {format_cards(sorted(twice))} would exist twice"
        )
