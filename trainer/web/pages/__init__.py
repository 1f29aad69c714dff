"""The pages, one module each; a module here is a page if it has a ``PAGE``."""

from importlib import import_module
from pkgutil import iter_modules

from trainer.web.components.page import Page


def all_pages() -> tuple[Page, ...]:
    """Every page in the order of the navigation."""
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    pages = [module.PAGE for module in modules]
    return tuple(sorted(pages, key=lambda page: page.place))
