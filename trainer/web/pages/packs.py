"""The packs page: ready-made drills, the player's own, and a form to make one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nicegui import ui
from pydantic import ValidationError

from solver.errors import ConfigurationError, TripleDrawError
from solver.validation import Fault
from trainer.drills.drill import GROUPS, Drill, SpotFilter
from trainer.drills.packs import PACKS, SavedDrills
from trainer.spots.situations import FACING, HAND_CLASSES
from trainer.spots.words import Unit, sentence, street_name, street_with_draw
from trainer.web.components.background import on_disk
from trainer.web.components.buttons import labelled
from trainer.web.components.frame import show_error
from trainer.web.components.page import Page, address
from trainer.web.components.sections import section
from trainer.workspace import Workspace

_COUNTS = {0: "pat", 1: "one card", 2: "two cards", 3: "three cards"}
_FACING = {"nothing": "no bet yet", "bet": "facing a bet", "raise": "facing a raise"}
_ANY = "any"


async def build(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Build the page."""
    saved = SavedDrills(workspace.log.database)
    own = await on_disk(saved.all)
    _PacksPage(workspace, saved).show_own(own)


class _PacksPage:
    """Two lists of drills, the second of which grows by what the form makes."""

    def __init__(self, workspace: Workspace, saved: SavedDrills):
        self._saved, self._unit = saved, workspace.settings.unit
        with ui.element("div").classes("sheets"):
            with section("Ready-made"):
                _list(list(PACKS.values()), self._unit)
            with ui.element("div").classes("sheet"):
                with section("Your own"):
                    self._own = ui.element("div")
                with section("Make one"):
                    self._form = _Form(workspace)
                    ui.button("Save", on_click=self._save).props("no-caps unelevated")
                    self._said = ui.element("div").props("role=status")

    def show_own(self, drills: Sequence[Drill]) -> None:
        """Show the player's own drills."""
        self._own.clear()
        with self._own:
            if drills:
                _list(drills, self._unit, self._remove)
            else:
                ui.label("None yet.").classes("quiet")

    async def _save(self) -> None:
        self._said.clear()
        try:
            drill = self._form.drill()
            await on_disk(self._saved.save, drill)
            own = await on_disk(self._saved.all)
        except TripleDrawError as error:
            with self._said:
                show_error(error)
            return
        with self._said:
            ui.label(f"Saved: {drill.name}.")
        self.show_own(own)

    async def _remove(self, drill: Drill) -> None:
        await on_disk(self._saved.remove, drill.name)
        self.show_own(await on_disk(self._saved.all))


def _list(drills: Sequence[Drill], unit: Unit, on_remove: Any = None) -> None:
    with ui.element("ul").classes("packs"):
        for drill in drills:
            with ui.element("li"):
                ui.link(drill.name, address("/drill", drill=drill.name)).classes("pack-name")
                if drill.text:
                    ui.label(drill.text)
                ui.label(f"{sentence(_described(drill, unit))}.").classes("quiet")
                if on_remove is not None:
                    button = ui.button("Remove", on_click=lambda drill=drill: on_remove(drill))
                    labelled(button.props("flat dense no-caps"), f"Remove {drill.name}")


def _described(drill: Drill, unit: Unit) -> str:
    """What a drill lets pass, in words: all of every filter."""
    words = "; or ".join(_filter(one, unit) for one in drill.filters) or "all decisions"
    return f"{words}; difficult ones more often" if drill.weighting == "difficulty" else words


def _filter(one: SpotFilter, unit: Unit) -> str:
    """What one filter lets pass."""
    words = {"bet": ["bets"], "draw": ["draws"], None: []}[one.kind]
    if one.streets:
        words.append(_either(street_name(street, one.kind == "draw") for street in one.streets))
    if one.seat is not None:
        words.append("on the button" if one.seat == "button" else "in the big blind")
    if one.facing:
        words.append(_either(_FACING[name] for name in one.facing))
    if one.bets:
        words.append(f"{_either(map(str, one.bets))} bets in the round so far")
    for who, counts in (("opponent", one.opponent_drew), ("you", one.own_drew)):
        if counts:
            words.append(f"{who} drew {_either(_COUNTS.get(n, str(n)) for n in counts)}")
    if one.hands:
        words.append(f"with {_either(one.hands)}")
    if one.least_pot:
        words.append(f"pot of {unit.chips(one.least_pot)} or more")
    if one.most_pot is not None:
        words.append(f"pot of {unit.chips(one.most_pot)} or less")
    return ", ".join(words) or "all decisions"


def _either(parts: Iterable[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last


class _Form:
    """Fields of one filter; whatever is left empty may be anything."""

    def __init__(self, workspace: Workspace):
        game = workspace.solution.configuration.game
        rounds = range(game.rounds)
        counts = {n: _COUNTS.get(n, f"{n} cards") for n in range(max(game.draws) + 1)}
        self._name = ui.input("Name").props("maxlength=60")
        self._kind = ui.radio(
            {_ANY: "bets and draws", "bet": "bets", "draw": "draws"}, value=_ANY
        ).props('inline aria-label="Bets or draws"')
        self._seat = ui.radio(
            {_ANY: "both seats", "button": "button", "big blind": "big blind"}, value=_ANY
        ).props("inline aria-label=Seat")
        self._streets = _several("Streets", {n: street_with_draw(n, game.rounds) for n in rounds})
        self._facing = _several("Facing", {name: name for name in FACING[:3]})
        self._opponent = _several("Opponent drew last", counts)
        self._hands = _several("Own hand", {name: name for name in (*GROUPS, *HAND_CLASSES)})
        with ui.element("div").classes("fields"):
            self._least = ui.number("Smallest pot", min=0).props("suffix='small bets'")
            self._most = ui.number("Largest pot", min=0).props("suffix='small bets'")
        self._difficult = ui.switch("Difficult spots more often")

    def drill(self) -> Drill:
        """The drill that the fields describe.

        Raises:
            ConfigurationError: they make no sense.
        """
        try:
            one = SpotFilter(
                streets=tuple(self._streets.value),
                kind=None if self._kind.value == _ANY else self._kind.value,
                seat=None if self._seat.value == _ANY else self._seat.value,
                facing=tuple(self._facing.value),
                opponent_drew=tuple(self._opponent.value),
                hands=tuple(self._hands.value),
                least_pot=self._least.value or 0,
                most_pot=self._most.value,
            )
            return Drill(
                name=(self._name.value or "").strip(),
                filters=(one,) if one != SpotFilter() else (),
                weighting="difficulty" if self._difficult.value else "play",
            )
        except ValidationError as error:
            raise ConfigurationError(_in_words(error)) from error


_FIELDS = {"name": "the name", "least_pot": "the smallest pot", "most_pot": "the largest pot"}


def _in_words(error: ValidationError) -> str:
    """What is wrong with the first wrong field, and what to do."""
    fault = Fault.of(error)
    name = fault.path[0] if fault.path else ""
    match name, fault.kind:
        case "name", "string_too_short":
            return "the drill has no name; give it one"
        case "least_pot" | "most_pot", _:
            return f"{_FIELDS[name]} {fault.given:g}: give an amount above 0, or leave it empty"
        case "", _:
            return (
                "the largest pot is smaller than the smallest; make it larger, or leave one empty"
            )
        case _:
            return f"{_FIELDS.get(name, name)} {fault.given!r}: {fault.reason}"


def _several(label: str, options: dict[Any, str]) -> ui.select:
    return ui.select(options, label=label, multiple=True, value=[]).props("dense").classes("wide")


PAGE = Page("/packs", "Packs", 15, build)
