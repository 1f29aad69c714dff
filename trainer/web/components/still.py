"""Parts of pages in which nothing can be clicked and nothing changes, as HTML.

An element of NiceGUI takes a good part of a millisecond of the event loop, and everybody waits for
that; a table with feedback has some two hundred parts. Those that stand still are drawn together.
"""

from html import escape

from nicegui import ui


class Still(str):
    """HTML; any other text is escaped before it becomes part of some."""

    __slots__ = ()


def still(tag: str, style: str = "", *content: str, css: str = "", **attributes: str) -> Still:
    """A part.

    Args:
        tag: of HTML.
        style: its classes.
        content: other parts and texts.
        css: what it looks like besides.
        attributes: of HTML, with underscores for hyphens.
    """
    named = {"class": style, "style": css, **attributes}
    told = "".join(
        f' {name.replace("_", "-")}="{escape(text)}"' for name, text in named.items() if text
    )
    return Still(f"<{tag}{told}>{_joined(content)}</{tag}>")


def show_still(tag: str, style: str = "", *content: str, **attributes: str) -> ui.html:
    """Draw a part, as `still` says it, where elements are drawn."""
    # Nothing needs to be sanitised: only what `still` makes is no text.
    element = ui.html(_joined(content), sanitize=False, tag=tag).classes(style)
    for name, text in attributes.items():
        element.props[name.replace("_", "-")] = text
    return element


def _joined(content: tuple[str, ...]) -> str:
    return "".join(one if isinstance(one, Still) else escape(one, quote=False) for one in content)
