"""What the tests do to directories of arrays."""

import json
from pathlib import Path
from typing import Any

from solver.storage import MANIFEST, sealed


def edit_manifest(place: Path, **changes: Any) -> None:
    """Other facts in a manifest, under a checksum that fits; None removes a fact."""
    path = place / MANIFEST
    facts = {**json.loads(path.read_text()), **changes}
    del facts["checksum"]
    path.write_bytes(sealed({name: fact for name, fact in facts.items() if fact is not None}))


def flip(path: Path, place: int, bit: int = 0) -> None:
    """Flip one bit of a file; places below 0 count from its end."""
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(content)
