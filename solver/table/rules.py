"""What differs from room to room: the options of the rules and their three profiles.

Numbers in brackets are sections of the rules specification (tests/data/RULES.md).
"""

from dataclasses import dataclass
from typing import Literal, get_args, get_origin, get_type_hints

from solver.errors import RulesError

MIN_SEATS = 2
MAX_SEATS = 8

HeadsUpCap = Literal["same", "uncapped_if_round_begins_hu", "uncapped_only_if_table_hu"]
IncompleteRule = Literal["half", "full"]
DealMode = Literal["sequential", "announce_then_deal"]
FiveCardRule = Literal["consecutive", "four_then_one"]
LastCard = Literal["deal", "wsop"]
Recycle = Literal["earlier", "served", "others", "all"]
ButtonRule = Literal["moving", "dead"]


@dataclass(frozen=True)
class Rules:
    """The options of one room. The defaults are the default profile (7).

    Attributes:
        cap: bets in a round, the big blind counted as the first of them (4.4); None for no cap.
        hu_cap: what becomes of the cap with two players (4.5): the same cap, none in a round that
            begins with two live players, or none if only two were dealt in.
        incomplete_rule: when an all-in for less counts as a bet and reopens the betting (4.7):
            from half a bet on, or only as a full one.
        open_fold: whether a player who owes nothing may fold (4.3).
        deal_mode: replacements at once, player by player, or after all have discarded (5.3).
        burn: cards burned per draw, 0 or 1 (5.4).
        five_card_rule: replacements of a five-card draw all together, or the fifth after everybody
            else's, with a burn before it if that player is last (5.5).
        last_card: whether the last card of the stub is dealt, or shuffled in with the discards
            unless it completes all draws of the round (5.6).
        recycle: what is shuffled when the stub is used up (5.6). Folded hands, discards of earlier
            draws and burns always are; of the discards of the current draw none ("earlier"),
            those of players who have all their replacements ("served"), all except the drawer's
            own ("others"), or "all".
        recycle_burns: whether burned cards are shuffled in as well (5.6).
        losers_muck: whether a hand that is already beaten is mucked at the showdown (6.2); with
            betting over by all-ins all hands are tabled.
        button_rule: how the button moves between hands (2.5); see `solver.table.button`.
    """

    cap: int | None = 4
    hu_cap: HeadsUpCap = "same"
    incomplete_rule: IncompleteRule = "half"
    open_fold: bool = False
    deal_mode: DealMode = "sequential"
    burn: int = 0
    five_card_rule: FiveCardRule = "consecutive"
    last_card: LastCard = "deal"
    recycle: Recycle = "earlier"
    recycle_burns: bool = True
    losers_muck: bool = False
    button_rule: ButtonRule = "moving"

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise RulesError(f"{name} is {value!r}; expected one of {', '.join(allowed)}")
        if self.cap is not None and self.cap < 1:
            raise RulesError(f"cap is {self.cap}; expected at least 1, or None for no cap")
        if self.burn not in (0, 1):
            raise RulesError(f"burn is {self.burn}; expected 0 or 1 card per draw")

    @staticmethod
    def profile(name: str) -> "Rules":
        """The profile "default", "wsop" or "source_pages" (7).

        Raises:
            RulesError: no such profile.
        """
        if name not in PROFILES:
            raise RulesError(f"no rules are called {name!r}; expected {', '.join(PROFILES)}")
        return PROFILES[name]

    def round_cap(self, players: int, seats: int) -> int | None:
        """Bets allowed in a round that begins with `players` of the `seats` dealt in (4.5)."""
        uncapped = (self.hu_cap == "uncapped_if_round_begins_hu" and players == 2) or (
            self.hu_cap == "uncapped_only_if_table_hu" and seats == 2
        )
        return None if uncapped else self.cap


_CHOICES: dict[str, tuple[str, ...]] = {
    name: get_args(hint)
    for name, hint in get_type_hints(Rules).items()
    if get_origin(hint) is Literal
}

PROFILES = {
    "default": Rules(),
    "wsop": Rules(
        cap=5,
        hu_cap="uncapped_only_if_table_hu",
        deal_mode="announce_then_deal",
        burn=1,
        last_card="wsop",
    ),
    "source_pages": Rules(five_card_rule="four_then_one"),
}
"""The named profiles of the specification (7)."""
