"""Manifests: what a directory says of its arrays, and of what they were made from."""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, ClassVar, NoReturn, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    StringConstraints,
    ValidationError,
)

from solver.errors import ConfigurationError, SolutionError
from solver.storage.files import read_plain, reason
from solver.validation import Fault

MANIFEST = "manifest.json"
SCHEMA = 3
"""Version of the layout; raised with every change that an older reader would misread."""

READABLE = (2, SCHEMA)
"""Versions that are read. Version 2 had no checksums of the manifest and of blocks."""

RULES_VERSION = "2-7 triple draw 1"
"""Version of the rules and of the order of hands that the arrays were made for."""

PACKED = ".zlib"
"""End of the names of files that hold an array without its head, compressed: first the first byte
of every number, then the second ones, and so on, since bytes of one place are alike."""

MOST_BYTES = 64_000_000
"""No manifest is larger."""

_HEAD = b'{\n "checksum": "'
_DIGITS = 64

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,100}$")]
"""Of an array, so that its file stands in the folder itself."""


class ArrayEntry(BaseModel):
    """What a manifest says of one array.

    Attributes:
        shape: its shape.
        dtype: of its numbers, as NumPy names it.
        sha256: of its file.
        packed: whether it is compressed.
        blocks: of a large array the CRC-32 of each block of its numbers (`BLOCK` bytes), eight
            hexadecimal digits each.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    shape: tuple[NonNegativeInt, ...] = Field(max_length=8)
    dtype: str
    sha256: str
    packed: bool = False
    blocks: str = ""

    def file(self, name: str) -> str:
        """Name of the file of an array."""
        return f"{name}{PACKED if self.packed else '.npy'}"


class Manifest(BaseModel):
    """What every manifest holds; a kind of directory adds its own facts as a subclass.

    Attributes:
        arrays: the arrays by name.
        kind: what the directory is, for the manifest and for messages.
        remedy: what to do where it is missing or damaged.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    kind: ClassVar[str]
    remedy: ClassVar[str]

    arrays: dict[Name, ArrayEntry]


M = TypeVar("M", bound=Manifest)


def sealed(facts: dict[str, Any]) -> bytes:
    """A manifest as it is written: the first fact is the checksum of all that follows it."""
    body = json.dumps(facts, indent=1, allow_nan=False).removeprefix("{").encode() + b"\n"
    return _HEAD + hashlib.sha256(body).hexdigest().encode() + b'",' + body


def manifest_text(
    model: type[Manifest], arrays: dict[str, ArrayEntry], facts: dict[str, Any]
) -> bytes:
    """The manifest of a directory.

    Args:
        model: its kind.
        arrays: what it holds.
        facts: the fields of the kind.
    """
    checked = model(arrays=arrays, **facts).model_dump(mode="json", exclude={"arrays"})
    return sealed(
        {
            "kind": model.kind,
            "schema": SCHEMA,
            "rules": RULES_VERSION,
            **checked,
            "arrays": {
                name: entry.model_dump(mode="json", exclude_defaults=True)
                for name, entry in arrays.items()
            },
        }
    )


def read_manifest(directory: str | Path, model: type[M]) -> M:
    """Manifest of a directory written by `Writing`.

    Args:
        directory: where it was written.
        model: the kind of directory that is expected there.

    Raises:
        SolutionError: it is missing, damaged, of another kind, schema or rules version.
    """
    path = Path(directory) / MANIFEST
    try:
        facts = _read(path)
    except (FileNotFoundError, NotADirectoryError):
        raise SolutionError(f"there is no {model.kind} at {directory}; {model.remedy}") from None
    except OSError as error:
        raise SolutionError(f"cannot read {path}: {reason(error)}") from None
    except SolutionError as error:
        raise SolutionError(f"{error}; {model.remedy}") from None
    except (ValueError, RecursionError) as error:
        raise SolutionError(f"{path} is damaged ({error}); {model.remedy}") from None
    schema, rules = facts.pop("schema", None), facts.pop("rules", None)
    for name, found, wanted, readable in (
        ("schema", schema, SCHEMA, schema in READABLE),
        ("rules", rules, RULES_VERSION, rules == RULES_VERSION),
    ):
        if not readable:
            raise SolutionError(
                f"{directory} has {name} version {found!r} and this program reads {wanted!r}; "
                f"{model.remedy}, or use the version of tripledraw that wrote it"
            )
    if facts.pop("checksum", None) is None and schema == SCHEMA:
        raise SolutionError(f"{path} is damaged (no checksum); {model.remedy}")
    kind = facts.pop("kind", None)
    if kind != model.kind:
        raise SolutionError(f"{directory} holds {kind!r}, expected {model.kind!r}; {model.remedy}")
    try:
        return model.model_validate(facts)
    except ValidationError as error:
        fault = Fault.of(error)
        raise SolutionError(
            f"{path} is damaged ({fault.name}: {fault.reason}); {model.remedy}"
        ) from None
    except ConfigurationError as error:
        raise SolutionError(f"{path} is damaged ({error}); {model.remedy}") from None


def kind_of(directory: str | Path) -> str | None:
    """What a directory of arrays says it is; None where no manifest can be read."""
    try:
        kind = _read(Path(directory) / MANIFEST).get("kind")
    except (OSError, ValueError, RecursionError, SolutionError):
        return None
    return kind if isinstance(kind, str) else None


def _read(path: Path) -> dict[str, Any]:
    """The facts of a manifest.

    Raises:
        SolutionError: no plain file.
        OSError: it cannot be read.
        ValueError, RecursionError: no facts, or not as they were written.
    """
    content = read_plain(path, MOST_BYTES)
    facts = json.loads(content.decode("utf-8"), parse_constant=_no_number)
    if not isinstance(facts, dict):
        raise ValueError("no table")
    checksum = facts.get("checksum")
    if checksum is not None:
        body = content[len(_HEAD) + _DIGITS + 2 :]
        if hashlib.sha256(body).hexdigest() != checksum or not content.startswith(_HEAD):
            raise ValueError("it has changed since it was written")
    return facts


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")
