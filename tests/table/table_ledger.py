"""An independent bookkeeper: follows a log event by event, knowing nothing of the engine."""

from collections import Counter

from solver.table import events as ev


class Ledger:
    """Where every card and every chip is; `follow` checks both after each event."""

    def __init__(self):
        self.stub = []
        self.muck = []
        self.burns = []
        self.hands = {}
        self.discards = {}
        self.stacks = []
        self.middle = 0
        self.chips = 0
        self.reshuffles = 0

    def follow(self, log):
        for event in log:
            getattr(self, "_" + type(event).__name__.lower())(event)
            if not isinstance(event, ev.Started):
                self._check(event)
        return self

    def _check(self, event):
        cards = [
            *self.stub,
            *self.muck,
            *self.burns,
            *(card for hand in self.hands.values() for card in hand),
            *(card for cards in self.discards.values() for card in cards),
        ]
        assert len(cards) == 52 and len(set(cards)) == 52, event
        assert sum(self.stacks) + self.middle == self.chips, event
        assert min(self.stacks) >= 0, event

    def _started(self, event):
        self.stacks = list(event.setup.stacks)
        self.chips = sum(self.stacks)
        self.hands = {seat: [] for seat in range(len(self.stacks))}

    def _shuffled(self, event):
        self.stub = list(event.order)
        self.order = list(event.order)

    def _dealt(self, event):
        assert list(event.cards) == self.order[event.seat : 5 * len(self.stacks) : len(self.stacks)]
        for card in event.cards:
            self.stub.remove(card)
        self.hands[event.seat] = list(event.cards)

    def _pay(self, seat, amount):
        assert amount > 0
        self.stacks[seat] -= amount
        self.middle += amount

    def _posted(self, event):
        self._pay(event.seat, event.amount)
        assert event.all_in is (self.stacks[event.seat] == 0)

    def _called(self, event):
        self._posted(event)

    _bet = _raised = _called

    def _returned(self, event):
        self._pay_out(event.seat, event.amount)

    def _pay_out(self, seat, amount):
        self.stacks[seat] += amount
        self.middle -= amount

    def _bettingbegan(self, event):
        pass

    def _checked(self, event):
        pass

    def _folded(self, event):
        assert list(event.cards) == self.hands[event.seat]
        self.muck += self.hands.pop(event.seat)

    def _drawbegan(self, event):
        for cards in self.discards.values():
            self.muck += cards
        self.discards = {}

    def _discarded(self, event):
        for card in event.cards:
            self.hands[event.seat].remove(card)
        assert event.seat not in self.discards
        self.discards[event.seat] = list(event.cards)

    def _drawn(self, event):
        assert event.cards and list(event.cards) == self.stub[: len(event.cards)]
        del self.stub[: len(event.cards)]
        self.hands[event.seat] += event.cards
        assert len(self.hands[event.seat]) <= 5

    def _burned(self, event):
        assert event.card == self.stub.pop(0)
        self.burns.append(event.card)

    def _reshuffled(self, event):
        self.reshuffles += 1
        new = Counter(event.order)
        assert set(self.stub) <= set(new)
        self.stub = list(event.order)
        for pile in (self.muck, self.burns, *self.discards.values()):
            pile[:] = [card for card in pile if card not in new]

    def _shown(self, event):
        assert sorted(event.cards) == sorted(self.hands[event.seat])

    def _mucked(self, event):
        assert sorted(event.cards) == sorted(self.hands[event.seat])

    def _potmade(self, event):
        assert event.seats

    def _won(self, event):
        self._pay_out(event.seat, event.amount)

    def _ended(self, event):
        assert list(event.stacks) == self.stacks
        assert self.middle == 0
        assert all(len(hand) == 5 for hand in self.hands.values())
