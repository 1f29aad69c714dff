"""Collects what the lines of a site's text tell, then plays the hand and checks the result."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, NamedTuple

from solver.errors import HistoryError, TripleDrawError
from solver.table import events as ev
from solver.table.actions import Action, Kind, discard
from solver.table.deck import UNKNOWN
from solver.table.histories.record import PlayedHand, Record, Step, play, shown_apart
from solver.table.histories.text import CURRENCIES, LineError, counted, parse_amount
from solver.table.rules import MAX_SEATS, MIN_SEATS, Rules
from solver.table.setup import Post, PostKind, Setup

MOST_CHAIRS = 10
"""Seats of the largest table of any game."""


class _Post(NamedTuple):
    """A post by name, with the amount that the text states."""

    name: str
    kind: PostKind
    amount: Decimal
    all_in: bool = False


@dataclass(slots=True)
class _Told:
    """A decision by name, before the seats are known."""

    name: str
    action: Action
    line: int
    drawn: tuple[int, ...] = ()
    amount: Decimal | None = None
    total: Decimal | None = None


@dataclass
class HandBuilder:
    """One hand as it is being read; players go by their names.

    Attributes:
        rules: the site's.
        small_bet: stakes in the currency.
        big_bet: stakes in the currency.
        money: whether amounts are in a currency with cents.
        info: fields for PHH that are no part of the play.
        button: chair of the button, None if the text does not tell.
        names: name by chair, of everybody who sits at the table.
    """

    rules: Rules
    small_bet: Decimal
    big_bet: Decimal
    money: bool
    info: dict[str, Any]
    button: int | None = None
    names: dict[int, str] = field(default_factory=dict)
    _stacks: dict[str, Decimal] = field(default_factory=dict)
    _posts: list[_Post] = field(default_factory=list)
    _told: list[_Told] = field(default_factory=list)
    _hand: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _dealt: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _lost: set[str] = field(default_factory=set)
    _shown: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _mucked: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _returned: dict[str, Decimal] = field(default_factory=dict)
    _collected: dict[str, Decimal] = field(default_factory=dict)
    _pot: Decimal | None = None
    _rake: Decimal | None = None
    _summary: int = 0
    _notes: list[str] = field(default_factory=list)

    # What the lines tell ------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Something about the hand that a user should know."""
        self._notes.append(text)

    def seat(self, chair: int, name: str, stack: str) -> None:
        """A player at the table, dealt in or not."""
        if not 1 <= chair <= MOST_CHAIRS:
            raise HistoryError(f"seat {chair}; a table has the seats 1 to {MOST_CHAIRS}")
        if chair in self.names or name in self._stacks:
            raise HistoryError(f"seat {chair} or {name!r} stands there twice")
        self.names[chair] = name
        self._stacks[name] = parse_amount(stack)
        self.money = self.money or any(sign in stack for sign in CURRENCIES + ".")

    def named(self, line: str, then: str) -> tuple[str, str] | None:
        """Name at the beginning of a line and what follows `then`; the longest name counts."""
        at = line.rfind(then)
        while at > 0:
            if (name := line[:at]) in self._stacks:
                return name, line[at + len(then) :].strip()
            at = line.rfind(then, 0, at + len(then) - 1)
        return None

    def require_seat(self, name: str) -> None:
        """Refuse a hand in which somebody plays who does not sit at the table.

        Raises:
            HistoryError: there is no such player.
        """
        if name not in self._stacks:
            raise HistoryError(f"{name!r} plays, but no line tells the seat and the stack")

    def post(self, name: str, kind: PostKind, amount: str, all_in: bool = False) -> None:
        """A post of the amount that the text states."""
        self._posts.append(_Post(name, kind, parse_amount(amount), all_in))

    def post_both(self, name: str, amount: str) -> None:
        """A dead small blind and a live big blind in one."""
        live = min(parse_amount(amount), self.small_bet)
        dead = parse_amount(amount) - live
        self._posts.append(_Post(name, PostKind.EXTRA, live))
        if dead:
            self._posts.append(_Post(name, PostKind.DEAD_BLIND, dead))

    def bet(
        self,
        name: str,
        action: Action,
        line: int,
        amount: str | None = None,
        total: str | None = None,
    ) -> None:
        """A fold, check, call, bet or raise."""
        paid = None if amount is None else parse_amount(amount)
        wager = None if total is None else parse_amount(total)
        self._told.append(_Told(name, action, line, (), paid, wager))

    def discard(self, name: str, count: int, cards: tuple[int, ...], line: int) -> None:
        """A draw; the cards are none if they are not told."""
        hand = self._hand.get(name)
        if cards and (len(cards) != count or hand is None or not set(cards) <= set(hand)):
            self._lose(name, line)
        if name in self._lost or not cards:
            if count and hand is not None:
                self._lose(name, line)
            cards = (UNKNOWN,) * count
        self._told.append(_Told(name, discard(cards), line))

    def deal(self, name: str, groups: list[tuple[int, ...]], line: int) -> None:
        """The first hand, or the kept and the new cards after a draw.

        Some clients write nonsense for the hero's cards; they then count as unknown from that draw
        on.
        """
        self.require_seat(name)
        new = groups[-1]
        if name in self._lost:
            return
        last = next((told for told in reversed(self._told) if told.name == name), None)
        drawing = last is not None and last.action.kind is Kind.DISCARD
        if name not in self._dealt and not drawing:
            if len(new) != 5 or len(set(new)) != 5:
                raise LineError(line, f"{name} is dealt {counted(len(new), 'card')}; expected 5")
            self._dealt[name] = self._hand[name] = new
            return
        if last is None or not drawing or name not in self._hand:
            return
        kept = tuple(card for card in self._hand[name] if card not in last.action.cards)
        if len(groups) == 1 and len(new) == 5:  # the whole hand, kept cards included
            new = tuple(card for card in new if card not in kept)
        sound = (
            len(new) == len(last.action.cards)
            and not set(new) & set(kept)
            and (len(groups) == 1 or sorted(groups[0]) == sorted(kept))
        )
        if sound:
            last.drawn = new
            self._hand[name] = kept + new
        else:
            last.action = discard((UNKNOWN,) * len(last.action.cards))
            self._lose(name, line)

    def _lose(self, name: str, line: int) -> None:
        """From now on the cards of this player are unknown."""
        if name not in self._lost and self._hand.pop(name, None) is not None:
            self.note(
                f"line {line} tells cards of {name} that do not fit the ones before; from there on "
                f"the hand of {name} is unknown"
            )
        self._lost.add(name)

    def show(self, name: str, cards: tuple[int, ...]) -> None:
        """A hand tabled at the showdown."""
        self._shown[name] = cards

    def muck(self, name: str, cards: tuple[int, ...]) -> None:
        """A hand given up at the showdown that the text tells all the same."""
        self._mucked[name] = cards

    def returned(self, name: str, amount: str) -> None:
        """An uncalled bet."""
        self._returned[name] = self._returned.get(name, Decimal(0)) + parse_amount(amount)

    def collect(self, name: str, amount: str) -> None:
        """A share of a pot."""
        self._collected[name] = self._collected.get(name, Decimal(0)) + parse_amount(amount)

    def total(self, pot: str, rake: str, line: int) -> None:
        """The summary's sums."""
        self._pot, self._rake, self._summary = parse_amount(pot), parse_amount(rake), line

    # From names to seats --------------------------------------------------------------------------

    def finish(self) -> PlayedHand:
        """Play the hand by the rules.

        Raises:
            HistoryError: what is told contradicts the rules or itself; why, and which line.
        """
        scale = 100 if self.money else 1
        order = self._deal_order()
        seats = {name: seat for seat, name in enumerate(order)}
        if not MIN_SEATS <= len(order) <= MAX_SEATS:
            takes = "player takes" if len(order) == 1 else "players take"
            raise HistoryError(f"{len(order)} {takes} part; expected 2 to {MAX_SEATS}")

        def units(amount: Decimal) -> int:
            exact = amount * scale
            if exact % 1:
                raise HistoryError(f"{amount} is no whole number of 1/{scale}")
            return int(exact)

        def by_seat(cards: Mapping[str, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
            return {seats[name]: hand for name, hand in cards.items() if name in seats}

        try:
            setup = Setup(
                tuple(units(self._stacks[name]) for name in order),
                units(self.small_bet),
                units(self.big_bet),
                tuple(
                    Post(seats[name], kind, units(amount))
                    for name, kind, amount in self._live_posts(order)
                ),
            )
        except TripleDrawError as error:
            raise HistoryError(str(error)) from error
        steps = tuple(
            Step(
                seats[told.name],
                told.action,
                told.drawn,
                None,
                None if told.amount is None else units(told.amount),
                None if told.total is None else units(told.total),
                told.line,
            )
            for told in self._told
        )
        record = Record(
            setup,
            self.rules,
            steps,
            by_seat(self._dealt),
            by_seat(self._shown),
            {
                seat: cards
                for seat, cards in by_seat(self._mucked).items()
                if order[seat] not in self._shown
            },
        )
        chairs = {name: chair for chair, name in self.names.items()}
        info = {"players": order, "seats": [chairs[name] for name in order]} | self.info
        try:
            state = play(record)
            hand = PlayedHand(
                state, scale, info | shown_apart(record, state), notes=tuple(self._notes)
            )
        except LineError as error:
            raise LineError(error.line, _with_names(error.reason, order)) from error
        except HistoryError as error:
            raise LineError(self._summary, _with_names(str(error), order)) from error
        try:
            return self._settle(hand, order, units)
        except HistoryError as error:
            raise LineError(self._summary, error) from error

    def _deal_order(self) -> list[str]:
        """Names of those who take part, in the order of the deal."""
        active = {post.name for post in self._posts} | {told.name for told in self._told}
        chairs = [chair for chair, name in sorted(self.names.items()) if name in active]
        small, big = self._posters(PostKind.SMALL_BLIND), self._posters(PostKind.BIG_BLIND)
        button = self.button
        if button is None or len(chairs) == 2:
            # Heads-up the small blind is the button; with more players he sits left of it.
            first = next((c for c in chairs if self.names[c] in (small or big)), None)
            if first is None:
                raise HistoryError("neither a button nor a blind is told")
            place = chairs.index(first)
            heads_up_small = len(chairs) == 2 and bool(small)
            button = first if heads_up_small else chairs[place - 1]
        ordered = [c for c in chairs if c > button] + [c for c in chairs if c <= button]
        return [self.names[chair] for chair in ordered]

    def _posters(self, kind: PostKind) -> list[str]:
        return [post.name for post in self._posts if post.kind is kind]

    def _live_posts(self, order: list[str]) -> Iterable[tuple[str, PostKind, Decimal]]:
        """The posts as they were due; further big blinds come from late posters."""
        place = {name: seat for seat, name in enumerate(order)}
        smalls = self._posters(PostKind.SMALL_BLIND)
        bigs = sorted(self._posters(PostKind.BIG_BLIND), key=place.__getitem__)
        for name, kind, amount, all_in in self._posts:
            if kind is PostKind.BIG_BLIND and name != bigs[0]:
                yield name, PostKind.EXTRA, amount
            elif kind is PostKind.BIG_BLIND and all_in:
                yield name, kind, max(amount, self.small_bet)
            else:
                yield name, kind, amount
        if not bigs and smalls:
            # The ante took the last chips of the big blind; the price stands all the same.
            yield order[(place[smalls[0]] + 1) % len(order)], PostKind.BIG_BLIND, self.small_bet

    def _settle(
        self, hand: PlayedHand, order: list[str], units: Callable[[Decimal], int]
    ) -> PlayedHand:
        """Compare with what the text says about uncalled bets, pots and winners."""
        returned = dict.fromkeys(order, 0)
        for event in ev.of_kind(hand.state.log, ev.Returned):
            returned[order[event.seat]] += event.amount
        for name, amount in self._returned.items():
            if units(amount) != returned.get(name):
                raise HistoryError(
                    f"an uncalled bet of {amount} returns to {name}; "
                    f"by the rules {returned.get(name, 0)} units"
                )
        paid = tuple(units(self._collected.get(name, Decimal(0))) for name in order)
        won = hand.won
        if self._pot is not None and units(self._pot) != sum(won):
            raise HistoryError(
                f"the pot is {self._pot}; by the rules {Decimal(sum(won)) / hand.scale}"
            )
        rake = sum(won) - sum(paid)
        if rake < 0 or (self._rake is not None and units(self._rake) != rake):
            raise HistoryError(
                f"{sum(won)} units in the pots, {sum(paid)} collected; "
                f"that is no rake of {self._rake}"
            )
        if paid == won:
            return hand
        hand = replace(hand, paid=paid)
        seat = hand.paid_against_the_rules()
        if seat is not None:
            raise HistoryError(
                f"{order[seat]} collects {Decimal(paid[seat]) / hand.scale}; "
                f"by the rules {Decimal(won[seat]) / hand.scale}"
            )
        return hand


def _with_names(reason: str, order: list[str]) -> str:
    """A message of the rules, which know seats only, with the players' names."""
    return re.sub(r"\bseat (\d)\b", lambda found: order[int(found[1])], reason)
