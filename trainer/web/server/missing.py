"""What is shown at addresses at which there is nothing."""

from collections.abc import Sequence
from html import escape

from fastapi import Request
from fastapi.responses import HTMLResponse

from trainer.web.components.frame import asset
from trainer.web.components.page import Page


def missing_page(pages: Sequence[Page], request: Request) -> HTMLResponse:
    """A page that says so and leads to those that there are."""
    links = "".join(f'<li><a href="{page.path}">{escape(page.title)}</a></li>' for page in pages)
    return HTMLResponse(
        f"""<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · tripledraw</title>
<link rel="stylesheet" href="{asset("theme.css")}">
</head>
<body>
<main class="missing">
<h1>There is no page at {escape(request.url.path)}</h1>
<p>These are the pages of the trainer:</p>
<ul>{links}</ul>
</main>
</body>
</html>
""",
        status_code=404,
    )
