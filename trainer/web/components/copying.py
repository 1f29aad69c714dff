"""A button that copies a link."""

import json

from nicegui import ui

_COPY = """(async () => {
  const link = new URL(%s, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {  // not over plain http from another machine
    const area = document.createElement("textarea");
    area.value = link;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
})()"""

_SAID = 4.0
"""Seconds that it is said whether it was copied."""

HERE = ""
"""Link to the page as its address is now."""


def copy_button(link: str = HERE) -> None:
    """A button that copies a link, and says so.

    Args:
        link: address of a page of ours.
    """
    said = ui.label("").classes("quiet").props("role=status")

    async def copy() -> None:
        done = await ui.run_javascript(_COPY % json.dumps(link), timeout=5)
        if done:
            said.set_text("Copied.")
        else:
            said.set_text("Copy it from the address bar, please.")
        ui.timer(_SAID, lambda: said.set_text(""), once=True)

    ui.button("Copy link", icon="link", color=None, on_click=copy).props(
        "flat dense no-caps :ripple=false"
    ).classes("plain")
