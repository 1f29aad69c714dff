"""The one family of errors: each message names the value, what was expected and what to do."""


class TripleDrawError(Exception):
    """Base of every error that a user can mend; the command line prints it and exits with 2.

    >>> try:
    ...     solver.parse_hand("7c5d")
    ... except solver.TripleDrawError as error:
    ...     print(error)
    '7c5d' has 2 cards; expected 5
    """


class CardError(TripleDrawError):
    """Text or numbers that are no cards, duplicate cards, or the wrong number of them.

    >>> solver.parse_hand("7c5d4h3s3x")
    Traceback (most recent call last):
        ...
    solver.errors.CardError: '3x' in '7c5d4h3s3x' is not a card; write a rank ...
    """


class ConfigurationError(TripleDrawError):
    """A game, abstraction or solver setting that makes no sense.

    >>> solver.Learning().changed(iterations=0)
    Traceback (most recent call last):
        ...
    solver.errors.ConfigurationError: learning: iterations = 0: Input should be greater than ...
    """


class MemoryNeedError(ConfigurationError):
    """A configuration that needs more memory than the machine has free.

    >>> issubclass(solver.MemoryNeedError, solver.ConfigurationError)
    True
    """


class RulesError(TripleDrawError):
    """An action, a deck or a set-up that the rules of the table do not allow.

    >>> from solver.table import CHECK, Deck, Setup, start
    >>> table = start(Setup.blinds((100, 100), small_bet=2), Deck.shuffled(seed=1))
    >>> table.apply(CHECK)
    Traceback (most recent call last):
        ...
    solver.errors.RulesError: check: seat 1 owes 1; call, raise or fold
    """


class HistoryError(TripleDrawError):
    """A public history that cannot happen in the game at hand.

    >>> solver.read_history(solver.public_tree(solver.heads_up()), "k")
    Traceback (most recent call last):
        ...
    solver.errors.HistoryError: 'k' is not possible at the start; expected one of f (fold), ...
    """


class SolutionError(TripleDrawError):
    """A solution that is missing, damaged, or of another version.

    >>> solver.load("no such solution")
    Traceback (most recent call last):
        ...
    solver.errors.SolutionError: 'no such solution' is neither a directory with a solution ...
    """
