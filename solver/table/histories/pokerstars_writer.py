"""From a played hand to a text as PokerStars writes it (tests/data/FORMATS.md, 2).

Like a site's own text it tells the cards of one player, the hero, and those shown at the showdown.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from solver.cards import describe_class, format_cards, parse_cards
from solver.errors import HistoryError
from solver.table import events as ev
from solver.table.deck import UNKNOWN
from solver.table.histories.pokerstars import GAME, RULES
from solver.table.histories.record import SHOWN_FIELD, PlayedHand
from solver.table.histories.text import counted
from solver.table.setup import PostKind

_POSTS = {
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.ANTE: "the ante",
    PostKind.STRADDLE: "straddle",
    PostKind.EXTRA: "big blind",
}
_ROLES = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
_DRAWS = ("FIRST", "SECOND", "THIRD")
_AFTER = ("before the Draw", "after the 1st Draw", "after the 2nd Draw", "after the 3rd Draw")


def write_pokerstars(hand: PlayedHand) -> str:
    """One hand as text; `PlayedHand.info` has its number, the table, the players and the hero.

    Raises:
        HistoryError: something that this text has no words for.
    """
    _check(hand)
    return "\n".join(_Writer(hand).lines()) + "\n"


def _check(hand: PlayedHand) -> None:
    """Refuse hands that would be read as others."""
    for key in ("hand", "players", "seats", "table"):
        if key not in hand.info:
            raise HistoryError(f"a text of PokerStars needs the field {key!r}")
    rules, cap = hand.state.rules, hand.state.rules.cap
    if cap is None or RULES.cap is None or cap > RULES.cap:
        raise HistoryError(f"a cap of {cap} bets is none of PokerStars; write PHH")
    if rules.deal_mode != RULES.deal_mode or rules.burn or hand.unknown_stacks:
        raise HistoryError("dealt in another way than at PokerStars; write PHH")
    if any(post.kind is PostKind.DEAD_BLIND for post in hand.state.setup.posts):
        raise HistoryError("a dead blind stands in no line of its own at PokerStars; write PHH")


class _Writer:
    """Writes one hand line by line."""

    def __init__(self, hand: PlayedHand) -> None:
        self.hand = hand
        self.names: Sequence[str] = hand.info["players"]
        self.chairs: Sequence[int] = hand.info["seats"]
        self.hero = hand.info.get("_hero")
        self.held: tuple[int, ...] | None = None  # the hero's cards, as far as they are known
        self.round = 0
        self.price = 0
        self.fates: dict[int, str] = {}
        self._done: set[object] = set()  # what is written once only

    def lines(self) -> Iterator[str]:
        """The whole text."""
        setup, info = self.hand.state.setup, self.hand.info
        stakes = f"{self._money(setup.small_bet)}/{self._money(setup.big_bet)}"
        yield f"PokerStars Hand #{info['hand']}:  {GAME} ({stakes}){self._date()}"
        most = info.get("seat_count", setup.seats)
        yield f"Table '{info['table']}' {most}-max Seat #{self.chairs[-1]} is the button"
        places = sorted(range(setup.seats), key=self.chairs.__getitem__)
        for seat in places:
            stack = self._money(setup.stacks[seat])
            yield f"Seat {self.chairs[seat]}: {self.names[seat]} ({stack} in chips)"
        for event in self.hand.state.log:
            yield from self._event(event)
        for seat, text in enumerate(info.get(SHOWN_FIELD, ())):
            if text:
                yield self._deed(seat, f"shows [{format_cards(parse_cards(text), ' ')}]")
        yield "*** SUMMARY ***"
        rake = self._money(self.hand.rake)
        yield f"Total pot {self._money(sum(self.hand.won))} | Rake {rake}"
        for seat in places:
            yield f"Seat {self.chairs[seat]}: {self.names[seat]}{self._fate(seat)}"

    def _event(self, event: ev.Event) -> Iterator[str]:
        match event:
            case ev.Posted(seat, kind, amount, all_in):
                yield self._deed(seat, f"posts {_POSTS[kind]} {self._money(amount)}", all_in)
            case ev.Dealt(seat, cards):
                if not seat:
                    yield "*** DEALING HANDS ***"
                if self.names[seat] == self.hero and UNKNOWN not in cards:
                    self.held = cards
                    yield f"Dealt to {self.hero} [{format_cards(cards, ' ')}]"
            case ev.BettingBegan(number, _):
                self.round, self.price = number, 0 if number else self.hand.state.setup.price
            case ev.Returned(seat, amount):
                yield f"Uncalled bet ({self._money(amount)}) returned to {self.names[seat]}"
            case ev.DrawBegan(number):
                yield f"*** {_DRAWS[number - 1]} DRAW ***"
            case ev.Discarded(seat, cards):
                yield self._discard(seat, cards)
            case ev.Drawn(seat, cards):
                yield from self._drawn(seat, cards)
            case ev.Reshuffled():
                yield "The deck is reshuffled"
            case ev.Shown() | ev.Mucked() | ev.Won():
                yield from self._end(event)
            case _:
                yield from self._bet(event)

    def _bet(self, event: ev.Event) -> Iterator[str]:
        match event:
            case ev.Folded(seat, _):
                self.fates[seat] = f"folded {_AFTER[self.round]}"
                yield self._deed(seat, "folds")
            case ev.Checked(seat):
                yield self._deed(seat, "checks")
            case ev.Called(seat, amount, _, all_in):
                yield self._deed(seat, f"calls {self._money(amount)}", all_in)
            case ev.Bet(seat, _, total, _, all_in):
                self.price = total
                yield self._deed(seat, f"bets {self._money(total)}", all_in)
            case ev.Raised(seat, _, total, _, all_in):
                more, self.price = self._money(total - self.price), total
                yield self._deed(seat, f"raises {more} to {self._money(total)}", all_in)

    def _discard(self, seat: int, cards: tuple[int, ...]) -> str:
        own = self.names[seat] == self.hero and self.held is not None
        if UNKNOWN in cards and own:
            self.held, own = None, False
        if not cards:
            on = f" on [{format_cards(self.held or (), ' ')}]" if own else ""
            return self._deed(seat, f"stands pat{on}")
        told = f" [{format_cards(cards, ' ')}]" if own else ""
        if own and self.held is not None:
            self.held = tuple(card for card in self.held if card not in cards)
        return self._deed(seat, f"discards {counted(len(cards), 'card')}{told}")

    def _drawn(self, seat: int, cards: tuple[int, ...]) -> Iterator[str]:
        if self.names[seat] != self.hero or self.held is None:
            return
        kept = f"[{format_cards(self.held, ' ')}] " if self.held else ""
        self.held += cards
        if UNKNOWN in cards:
            self.held = None
        elif len(self.held) == 5:
            yield f"Dealt to {self.hero} {kept}[{format_cards(cards, ' ')}]"

    def _end(self, event: ev.Shown | ev.Mucked | ev.Won) -> Iterator[str]:
        name, seat = self.names[event.seat], event.seat
        if isinstance(event, ev.Won):
            if self.hand.paid is None:
                yield f"{name} collected {self._money(event.amount)} from pot"
            elif (paid := self.hand.paid[seat]) and seat not in self._done:
                self._done.add(seat)
                yield f"{name} collected {self._money(paid)} from pot"
            return
        if "showdown" not in self._done:
            self._done.add("showdown")
            yield "*** SHOW DOWN ***"
        if isinstance(event, ev.Mucked):
            told = "" if UNKNOWN in event.cards else f" [{format_cards(event.cards, ' ')}]"
            self.fates[seat] = f"mucked{told}"
            yield self._deed(seat, "mucks hand")
        else:
            cards = format_cards(event.cards, " ")
            self.fates[seat] = f"showed [{cards}]"
            yield self._deed(seat, f"shows [{cards}] ({describe_class(event.low_class).name})")

    def _fate(self, seat: int) -> str:
        """What the summary says of a seat."""
        setup = self.hand.state.setup
        blinds = (post.kind for post in setup.posts if post.seat == seat)
        roles = [kind.value for kind in blinds if kind in _ROLES]
        words = (["button"] if seat == setup.seats - 1 else []) + roles
        marks = "".join(f" ({word})" for word in words)
        won = self._money(self.hand.winnings[seat])
        fate = self.fates.get(seat)
        if fate is None:
            return f"{marks} collected ({won})"
        if not fate.startswith("showed"):
            return f"{marks} {fate}"
        return f"{marks} {fate} and " + (f"won ({won})" if self.hand.winnings[seat] else "lost")

    def _deed(self, seat: int, what: str, all_in: bool = False) -> str:
        return f"{self.names[seat]}: {what}{' and is all-in' if all_in else ''}"

    def _money(self, units: int) -> str:
        symbol = str(self.hand.info.get("currency_symbol", ""))
        amount = Decimal(units) / self.hand.scale
        return f"{symbol}{amount:.2f}" if amount % 1 else f"{symbol}{amount:.0f}"

    def _date(self) -> str:
        info = self.hand.info
        if any(key not in info for key in ("year", "month", "day")):
            return ""
        zone = info.get("_time_zone_abbreviation")
        time = f" {info['time']}{f' {zone}' if zone else ''}" if "time" in info else ""
        return f" - {info['year']}/{info['month']:02}/{info['day']:02}{time}"
