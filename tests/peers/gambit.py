"""A small reader of Gambit's extensive form, written from the description of the format.

https://gambitproject.readthedocs.io, "The extensive game (.efg) file format"
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from extensive import ExtensiveForm, Sequences
from scipy.sparse import coo_array, csr_array

TOKEN = re.compile(r'"[^"]*"|[{}]|[^\s{}"]+')


class GambitGame(ExtensiveForm):
    """The game of a text, as sequence-form matrices; its value comes from linear programming.

    Attributes:
        nodes: how many nodes of each kind: c(hance), p(layer), t(erminal).
    """

    def __init__(self, text: str):
        self.seats = (Sequences(), Sequences())
        self.nodes = dict.fromkeys("cpt", 0)
        self._payoffs: list[tuple[int, int, float]] = []
        self._chances: dict[str, list[tuple[str, Fraction]]] = {}
        header, *nodes = text.splitlines()
        assert header.startswith("EFG 2 R ")
        lines = iter(nodes)
        self._node(lines, (None, None), Fraction(1))
        assert next(lines, None) is None
        rows, columns, numbers = zip(*self._payoffs, strict=True)
        shape = tuple(len(seat.number) for seat in self.seats)
        self.payoff = csr_array(coo_array((numbers, (rows, columns)), shape=shape))

    def _node(self, lines: Iterator[str], moves, chance: Fraction) -> None:
        """Read a node and all below it."""
        kind, _, *words = TOKEN.findall(next(lines))
        self.nodes[kind] += 1
        braces = words[words.index("{") + 1 : words.index("}")]
        if kind == "t":
            won, lost = map(float, braces)
            assert won == -lost
            first, second = (self.seats[s].number[move] for s, move in enumerate(moves))
            self._payoffs.append((first, second, float(chance) * won))
            return
        assert words[-1] == "0"  # no outcome before the end
        if kind == "c":
            branches = [
                (label, Fraction(p)) for label, p in zip(braces[::2], braces[1::2], strict=True)
            ]
            assert sum(p for _, p in branches) == 1
            assert self._chances.setdefault(words[0], branches) == branches
            for _, probability in branches:
                self._node(lines, moves, chance * probability)
            return
        seat, information_set = int(words[0]) - 1, words[1]
        letters = "".join(label.strip('"') for label in braces)
        self.seats[seat].add(information_set, moves[seat], letters)
        assert self.seats[seat].actions[information_set] == letters
        assert self.seats[seat].before[information_set] == moves[seat]  # perfect recall
        for letter in letters:
            move = information_set, letter
            after = (move, moves[1]) if seat == 0 else (moves[0], move)
            self._node(lines, after, chance)
