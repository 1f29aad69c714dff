"""Dealt games as text that other solvers load.

Gambit's ``.efg``: nodes in depth-first order, chances as decimals
(https://gambitproject.readthedocs.io, "The extensive game (.efg) file format"). Read by OpenSpiel.

LiteEFG's game files: one line a node with the names of its children, then one line an information
set (its ``FileEnv``, in the form that its OpenSpiel converter writes).

In both, information set n of seat s is called ``s.n``.
"""

from typing import TextIO

from benchmarks.peers.deal import WHOLE, Chance, DealtGame, Decision

DIGITS = len(str(WHOLE)) - 1


def write_efg(dealt: DealtGame, file: TextIO, title: str = "") -> None:
    """Write a game as Gambit's extensive form; the players are the seats plus one."""
    outcomes: dict[float, int] = {}
    file.write(f'EFG 2 R "{title}" {{ "seat 0" "seat 1" }}\n')
    for number, node in enumerate(dealt.nodes):
        if isinstance(node, Chance):
            branches = " ".join(f'"{i}" {_decimal(part)}' for i, part in enumerate(node.parts))
            file.write(f'c "" {number + 1} "" {{ {branches} }} 0\n')
        elif isinstance(node, Decision):
            seat, which, letters = node
            branches = " ".join(f'"{letter}"' for letter in letters)
            file.write(f'p "" {seat + 1} {which + 1} "{seat}.{which}" {{ {branches} }} 0\n')
        else:
            outcome = outcomes.setdefault(node.won, len(outcomes) + 1)
            file.write(f't "" {outcome} "{node.won:g}" {{ {node.won:.9g} {-node.won:.9g} }}\n')


def write_liteefg(dealt: DealtGame, file: TextIO) -> None:
    """Write a game as LiteEFG loads it; nodes are named by their numbers."""
    children: list[list[int]] = [[] for _ in dealt.nodes]
    members: tuple[list[list[int]], ...] = tuple(
        [[] for _ in sets] for sets in dealt.information_sets
    )
    for number, parent, _ in dealt.walk():
        if parent >= 0:
            children[parent].append(number)
    file.write("# draw game\n# Opt {\n#     openspiel,\n#     players: 2,\n# }\n#\n")
    for number, node in enumerate(dealt.nodes):
        if isinstance(node, Chance):
            chances = zip(children[number], node.parts, strict=True)
            branches = " ".join(f"{child}={_decimal(part)}" for child, part in chances)
            file.write(f"node {number} chance actions {branches}\n")
        elif isinstance(node, Decision):
            members[node.seat][node.information_set].append(number)
            branches = " ".join(map(str, children[number]))
            file.write(f"node {number} player {node.seat + 1} actions {branches}\n")
        else:
            file.write(f"node {number} leaf payoffs 1={node.won:.9g} 2={-node.won:.9g}\n")
    for seat, sets in enumerate(members):
        for which, numbers in enumerate(sets):
            file.write(f"infoset {seat}.{which} nodes {' '.join(map(str, numbers))}\n")


def _decimal(part: int) -> str:
    """Parts of `WHOLE` as a decimal, exactly."""
    return "1" if part == WHOLE else f"0.{part:0{DIGITS}d}"
