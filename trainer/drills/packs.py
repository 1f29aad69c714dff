"""Ready-made drills, and the user's own by name."""

from contextlib import suppress

from solver.errors import ConfigurationError
from trainer.drills.drill import Drill, DrillError, SpotFilter
from trainer.records.database import Database
from trainer.spots.situations import SNOW

PACKS: dict[str, Drill] = {
    drill.name: drill
    for drill in (
        Drill(name="all decisions", text="Every decision of a hand, as often as it comes up."),
        Drill(
            name="button opening",
            text="First to act on the button: raise, call or fold.",
            filters=(SpotFilter(streets=(0,), kind="bet", seat="button", facing=("nothing",)),),
        ),
        Drill(
            name="big blind defence",
            text="In the big blind against a raise: fold, call or raise again.",
            filters=(SpotFilter(streets=(0,), kind="bet", seat="big blind", facing=("bet",)),),
        ),
        Drill(
            name="break or pat",
            text="Rough made hands at a draw: stand pat or throw the high card away.",
            filters=(
                SpotFilter(streets=(0,), kind="draw", hands=("pat 8", "pat 9", "pat ten")),
                SpotFilter(
                    streets=(1, 2),
                    kind="draw",
                    hands=("pat 9", "pat ten", "pat jack", "pat queen or worse"),
                ),
            ),
            weighting="difficulty",
        ),
        Drill(
            name="snow and catch the snow",
            text="Standing pat with nothing and betting it, and calling those who do.",
            filters=(
                SpotFilter(streets=(1, 2), kind="draw", hands=(SNOW,)),
                SpotFilter(
                    streets=(2, 3), kind="bet", own_drew=(0,), hands=(SNOW, "pair or worse")
                ),
                SpotFilter(
                    streets=(3,),
                    kind="bet",
                    facing=("bet",),
                    opponent_drew=(0,),
                    hands=("9-low", "ten-low", "jack-low", "queen- to ace-low"),
                ),
            ),
            weighting="difficulty",
        ),
        Drill(
            name="thin value on the end",
            text="After the last draw with a middling hand: bet, check, call or raise.",
            filters=(
                SpotFilter(
                    streets=(3,), kind="bet", hands=("8-low", "9-low", "ten-low", "jack-low")
                ),
            ),
            weighting="difficulty",
        ),
        Drill(
            name="three-bets",
            text="Two bets or more are in: fold, call or raise once more.",
            filters=(SpotFilter(kind="bet", bets=(2, 3, 4), facing=("bet", "raise")),),
        ),
    )
}
"""The ready-made drills by name."""


class SavedDrills:
    """Drills of the user in the trainer's database.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database):
        self._database = database

    def all(self) -> list[Drill]:
        """All of them by name; one that a newer version wrote differently is left out."""
        return list(self._named().values())

    def _named(self) -> dict[str, Drill]:
        """The same by the names under which they are kept; older versions took any."""
        found = {}
        for key, text in self._database.read("SELECT name, definition FROM drills ORDER BY name"):
            with suppress(ConfigurationError):
                found[key] = Drill.from_json(text)
        return found

    def save(self, drill: Drill) -> None:
        """Keep a drill; one of the same name is replaced.

        Raises:
            DrillError: a ready-made drill has the name.
        """
        if drill.name in PACKS:
            raise DrillError(f"{drill.name!r} is a ready-made drill; give yours another name")
        self._database.write(
            "INSERT OR REPLACE INTO drills (name, definition) VALUES (?, ?)",
            (drill.name, drill.to_json()),
        )

    def remove(self, name: str) -> None:
        """Forget a drill, if there is one of that name."""
        with self._database.transaction():
            for key, drill in self._named().items():
                if drill.name == name:
                    self._database.write("DELETE FROM drills WHERE name = ?", (key,))


def find_drill(name: str, saved: SavedDrills | None = None) -> Drill:
    """A drill by its name, ready-made or saved; small and capital letters are the same.

    Raises:
        DrillError: there is none; the message names them all.
    """
    drills = list(PACKS.values())
    if saved is not None:
        drills += saved.all()
    for drill in drills:
        if drill.name.lower() == name.strip().lower():
            return drill
    raise DrillError(
        f"no drill is called {name!r}; expected one of {', '.join(drill.name for drill in drills)}"
    )
