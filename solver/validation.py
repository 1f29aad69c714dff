"""What pydantic finds wrong with settings and files, as parts of a message."""

from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError


@dataclass(frozen=True)
class Fault:
    """The first thing that is wrong.

    Attributes:
        path: names from the outermost table to the field; empty if all fields together are wrong.
        given: what stands there.
        reason: why that is wrong.
        kind: pydantic's name of the reason, such as ``extra_forbidden``.
    """

    path: tuple[str, ...]
    given: Any
    reason: str
    kind: str

    @classmethod
    def of(cls, error: ValidationError) -> "Fault":
        """The first one of an error."""
        first = error.errors()[0]
        return cls(
            tuple(str(part) for part in first["loc"]),
            first["input"],
            first["msg"].removeprefix("Value error, "),
            first["type"],
        )

    @property
    def name(self) -> str:
        """The path with dots between its parts."""
        return ".".join(self.path)

    @property
    def unknown(self) -> bool:
        """Whether there is no such field."""
        return self.kind == "extra_forbidden"
