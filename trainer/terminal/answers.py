"""What is typed at the quiz's prompt, read as an answer."""

from itertools import combinations

from solver.cards import RANKS, SUITS, format_cards, parse_cards
from solver.errors import CardError, TripleDrawError
from solver.game import ACTION_NAMES, PublicState, action_name
from trainer.spots.spot import Answer, Spot

PAT = ("0", "p", "pat", "stand pat")


class UnclearAnswerError(TripleDrawError):
    """Text that is no possible answer; the message says what would be."""


def read_answer(text: str, spot: Spot) -> Answer:
    """Read an answer.

    Bets are letters or words (``r``, ``raise``). Draws are the cards to discard: as cards
    (``Kc 9d``), as ranks if only one card can be meant (``K9``), or as places from the left
    (``15``); ``p`` or ``0`` stands pat. Nothing is
    no answer: Enter is pressed too easily.

    Raises:
        UnclearAnswerError: no possible answer, or more than one.
    """
    typed = " ".join(text.split()).lower()
    if not spot.state.drawing:
        return _read_bet(typed, spot.state)
    discards = () if typed in PAT else _read_discards(typed, spot.hand)
    most = len(spot.state.actions) - 1
    if len(discards) > most:
        cards = "card" if most == 1 else "cards"
        raise UnclearAnswerError(f"{len(discards)} cards named; at most {most} {cards} can go here")
    return Answer.draw(discards)


def _read_bet(typed: str, state: PublicState) -> Answer:
    letters = {name: letter for letter, name in ACTION_NAMES.items()}
    letter = letters.get(typed, typed)
    if letter in state.actions:
        return Answer(letter)
    possible = " or ".join(f"{action} ({action_name(action)})" for action in state.actions)
    if letter in ACTION_NAMES:
        raise UnclearAnswerError(f"You cannot {ACTION_NAMES[letter]} here; type {possible}")
    raise UnclearAnswerError(f"{typed!r} is no action; type {possible}")


def _read_discards(typed: str, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Cards of the hand named as cards, ranks or places."""
    compact = typed.replace(",", " ").replace(" ", "")
    if not compact:
        raise UnclearAnswerError("Type the cards to discard, or p to stand pat")
    if any(letter in SUITS for letter in compact):
        return _cards(compact, hand)
    places = _places(compact.replace("#", ""), hand)
    if "#" in compact:
        if places is None:
            raise UnclearAnswerError(f"{typed!r}: after # come places from 1 to {len(hand)}")
        return places
    ranks = compact.replace("10", "T").upper()
    named = _by_rank(ranks, hand)
    if places is not None and named and set(places) not in map(set, named):
        raise UnclearAnswerError(
            f"{typed!r} can mean {format_cards(named[0], ' ')} or the places of "
            f"{format_cards(places, ' ')}; type {format_cards(named[0], ' ')} or #{compact}"
        )
    if places is not None:
        return places
    if not named:
        raise UnclearAnswerError(
            f"{typed!r} is not in the hand {format_cards(hand, ' ')}; type the cards to discard, "
            "such as " + format_cards(hand[:2], " ")
        )
    if len(named) > 1:
        either = " or ".join(format_cards(cards, " ") for cards in named)
        raise UnclearAnswerError(f"{typed!r} can mean {either}; type the suits too")
    return named[0]


def _cards(compact: str, hand: tuple[int, ...]) -> tuple[int, ...]:
    try:
        cards = parse_cards(compact)
    except CardError as error:
        raise UnclearAnswerError(str(error)) from None
    missing = [card for card in cards if card not in hand]
    if missing:
        raise UnclearAnswerError(
            f"{format_cards(missing, ' ')} is not in the hand {format_cards(hand, ' ')}"
        )
    return cards


def _places(digits: str, hand: tuple[int, ...]) -> tuple[int, ...] | None:
    """Cards at places counted from 1; None if these are no places."""
    valid = set(digits) <= {str(place + 1) for place in range(len(hand))}
    if not valid or len(set(digits)) != len(digits) or not digits:
        return None
    return tuple(hand[int(digit) - 1] for digit in digits)


def _by_rank(ranks: str, hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All sets of cards in the hand with these ranks."""
    wanted = sorted(RANKS.find(rank) for rank in ranks)
    return [
        cards
        for cards in combinations(hand, len(wanted))
        if sorted(card // 4 for card in cards) == wanted
    ]
