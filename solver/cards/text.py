"""Cards as text and as numbers.

A card is the integer ``4 * rank + suit`` with rank 0 for a deuce up to 12 for an ace and the
suits ordered c, d, h, s, so that sorting cards sorts ranks.
"""

from collections.abc import Iterable

from solver.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52

_NUMBER = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_SYMBOLS = str.maketrans("♣♦♥♠", SUITS)
_TEXT = {number: text for text, number in _NUMBER.items()}


LONGEST = 1000
"""Characters of any text that is read as cards."""


def parse_cards(text: str, count: int | Iterable[int] | None = None) -> tuple[int, ...]:
    """Read cards in the order written.

    Args:
        text: ranks and suits in either case, ``10`` or ``T`` for the ten, suits also as ♣♦♥♠,
            with or without spaces and commas between cards: ``"7c5d4h3s2c"``, ``"7C 5d 4h 3s 2c"``.
        count: how many cards are allowed: a number, several numbers, or any if left out.

    Raises:
        CardError: unknown card, duplicate card, or a wrong number of cards.
    """
    if len(text) > LONGEST:
        raise CardError(
            f"{text[:20]!r} and {len(text) - 20} more characters are no cards; a whole deck takes "
            "no more than a few hundred"
        )
    pieces = text.split()
    if len(pieces) == 1:
        pieces = [text[start : start + 2] for start in range(0, len(text), 2)]
    cards = [_NUMBER.get(piece, -1) for piece in pieces]
    if -1 in cards or len(set(cards)) < len(cards):
        cards = _parse_piece_by_piece(text)
    if count is not None:
        allowed = (count,) if isinstance(count, int) else tuple(count)
        if len(cards) not in allowed:
            wanted = " or ".join(str(n) for n in allowed)
            raise CardError(f"{text!r} has {len(cards)} cards; expected {wanted}")
    return tuple(cards)


def _parse_piece_by_piece(text: str) -> list[int]:
    """Cards in any of the ways that they may be written."""
    compact = "".join(text.replace(",", " ").split()).replace("10", "T").translate(_SYMBOLS)
    cards: list[int] = []
    for start in range(0, len(compact), 2):
        piece = compact[start : start + 2]
        number = _NUMBER.get(piece[:1].upper() + piece[1:].lower())
        if number is None:
            raise CardError(
                f"{piece!r} in {text!r} is not a card; write a rank ({RANKS}) followed by "
                f"a suit ({SUITS}), for example 7c5d4h3s2c"
            )
        if number in cards:
            raise CardError(f"{_TEXT[number]} stands twice in {text!r}; every card exists once")
        cards.append(number)
    return cards


def parse_hand(text: str) -> tuple[int, ...]:
    """Read a hand of exactly five cards, as numbers in the order of the text; see `parse_cards`.

    Raises:
        CardError: unknown card, duplicate card, or not five of them.

    >>> solver.parse_hand("2c 3d 4h 7s Kc")
    (0, 5, 10, 23, 44)
    >>> solver.parse_hand("2c2c4h7sKc")
    Traceback (most recent call last):
        ...
    solver.errors.CardError: 2c stands twice in '2c2c4h7sKc'; every card exists once
    """
    return parse_cards(text, 5)


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Write cards in the order given, as ``7c5d4h3s2c``."""
    try:
        return separator.join(_TEXT[int(card)] for card in cards)
    except KeyError as error:
        raise CardError(f"{error.args[0]} is not a card number; expected 0 to 51") from None


def format_hand(cards: Iterable[int], separator: str = "") -> str:
    """Write cards from the highest to the lowest, the order in which lowball hands are read.

    Args:
        cards: numbers from 0 to 51, in any order.
        separator: what stands between two cards.

    Raises:
        CardError: a number that is no card.

    >>> solver.format_hand((0, 5, 10, 23, 44))
    'Kc7s4h3d2c'
    """
    return format_cards(sorted(cards, reverse=True), separator)
