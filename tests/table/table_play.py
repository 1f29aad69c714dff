"""Random tables and random players, and short hands written by hand."""

from solver.cards import parse_cards
from solver.table import CALL, FOLD, Action, Deck, Kind, Phase, Rules, Setup, discard, start


def random_setup(rng, seats=None):
    """Two to eight players; stacks from less than a blind to deep, now and then an ante."""
    seats = seats or rng.randint(2, 8)
    small_bet = rng.choice((2, 10, 20, 25))
    stacks = [
        rng.randint(1, 3 * small_bet) if rng.random() < 0.3 else rng.randint(1, 40 * small_bet)
        for _ in range(seats)
    ]
    return Setup.blinds(
        stacks,
        small_bet,
        small_blind=rng.choice((small_bet // 2, small_bet // 3 or 1)),
        ante=rng.choice((0, 0, 0, max(1, small_bet // 4))),
        straddle=2 * small_bet if seats > 2 and rng.random() < 0.1 else 0,
        dead_small_blind=seats > 2 and rng.random() < 0.1,
    )


def choose(state, rng):
    """A random legal action: folds half as often as others, and many draws of all five cards."""
    legal = state.legal_actions()
    if state.phase is Phase.DRAWING and rng.random() < 0.2:
        return legal[-1]
    action = rng.choice(legal)
    if action is FOLD and rng.random() < 0.5:
        return CALL if CALL in legal else legal[-1]
    return action


def play_out(state, rng):
    """All states from this one to the end of the hand."""
    states = [state]
    while state.actor is not None:
        state = state.apply(choose(state, rng))
        states.append(state)
    return states


def cards(text):
    return parse_cards(text)


def stacked_deck(hands, draws="", reshuffles=()):
    """A deck that deals these hands, then these cards; the rest follows in ascending order."""
    dealt = [parse_cards(hand, 5) for hand in hands]
    order = [hand[place] for place in range(5) for hand in dealt]
    order += parse_cards(draws)
    rest = [card for card in range(52) if card not in order]
    return Deck((*order, *rest), tuple(reshuffles))


WORDS = {
    "f": Kind.FOLD,
    "k": Kind.CHECK,
    "c": Kind.CALL,
    "b": Kind.BET,
    "r": Kind.RAISE,
}


def act(state, *steps):
    """Apply steps: letters f k c b r for betting, digits for drawing the first so many cards."""
    for step in "".join(steps).replace(" ", ""):
        if step.isdigit():
            hand = state.hands[state.actor]
            state = state.apply(discard(hand[: int(step)]))
        else:
            state = state.apply(Action(WORDS[step]))
    return state


def table(stacks, small_bet=20, rules=None, seed=1, **posts):
    """A hand ready for its first decision."""
    return start(Setup.blinds(stacks, small_bet, **posts), Deck.shuffled(seed), rules or Rules())


def legal(state):
    """Legal betting actions as letters, in the order f k c b r."""
    letters = {kind: letter for letter, kind in WORDS.items()}
    return "".join(sorted((letters[a.kind] for a in state.legal_actions()), key="fkcbr".index))


def events_of(state, *classes):
    return [event for event in state.log if isinstance(event, classes)]
