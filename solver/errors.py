"""The one family of errors: each message names the value, what was expected and what to do."""


class TripleDrawError(Exception):
    """Base of every error that a user can mend; the command line prints it and exits with 2."""


class CardError(TripleDrawError):
    """Text or numbers that are no cards, duplicate cards, or the wrong number of them."""


class ConfigurationError(TripleDrawError):
    """A game, abstraction or solver setting that makes no sense."""


class MemoryNeedError(ConfigurationError):
    """A configuration that needs more memory than the machine has free."""


class RulesError(TripleDrawError):
    """An action, a deck or a set-up that the rules of the table do not allow."""


class HistoryError(TripleDrawError):
    """A public history that cannot happen in the game at hand."""


class SolutionError(TripleDrawError):
    """A solution that is missing, damaged, or of another version."""
