"""Where the numbers of a public history stand in the arrays of a `PublicTree`."""

from collections.abc import Iterator
from typing import NamedTuple

from solver.game import PublicTree


class Place(NamedTuple):
    """The first action of a decision; the others follow slot by slot."""

    level: int
    instance: int
    slot: int
    actions: int

    @property
    def rows(self) -> slice:
        """Slots of all actions."""
        return slice(self.slot, self.slot + self.actions)


def places(tree: PublicTree) -> dict[str, Place]:
    """Place of every decision, by its history as in plain_game.py."""
    return dict(_round(tree, 0, 0, ""))


def _round(
    tree: PublicTree, number: int, instance: int, before: str
) -> Iterator[tuple[str, Place]]:
    level = tree.rounds[number]
    betting, start = level.betting, level.first_slot(instance)
    for decision, letters in enumerate(betting.decision_sequences):
        slot = start + int(betting.first_action[decision])
        yield before + letters, Place(2 * number, instance, slot, len(betting.choices(decision)))
    if number < len(tree.draws):
        for place, leaf in enumerate(betting.closed):
            child = instance * len(betting.closed) + place
            yield from _draw(tree, number, child, f"{before}{betting.sequences[leaf]} ")


def _draw(tree: PublicTree, number: int, instance: int, before: str) -> Iterator[tuple[str, Place]]:
    level = tree.draws[number]
    start, child = level.first_slot(instance), int(level.first_child[instance])
    first, second = (int(n) for n in level.choices[instance])
    yield before, Place(2 * number + 1, instance, start, first)
    for count in range(first):
        slot = start + first + count * second
        yield f"{before}{count}", Place(2 * number + 1, instance, slot, second)
        for other in range(second):
            after = child + count * second + other
            yield from _round(tree, number + 1, after, f"{before}{count}{other} ")
