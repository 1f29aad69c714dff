"""What stands on the table before the cards: stacks, stakes, and what each player has to post.

Seats are numbered in the order of the deal: seat 0 is the first player left of the button and the
last seat is the button. Heads-up seat 0 is the big blind and seat 1 the button with the small
blind. Money is in whole numbers of the smallest unit in play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from solver.errors import RulesError
from solver.table.rules import MAX_SEATS, MIN_SEATS


class PostKind(StrEnum):
    """What a post is for (2.2 to 2.4)."""

    ANTE = "ante"
    """Dead: no part of a bet."""
    DEAD_BLIND = "dead blind"
    """Dead, and played for in the main pot whatever the poster can win."""
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    """Live; raises the price, is no bet for the cap."""
    EXTRA = "extra blind"
    """A live post out of position, of a new or a returning player."""


_ORDER = tuple(PostKind)


@dataclass(frozen=True, slots=True)
class Post:
    """What one player owes before the deal; a short stack posts what it has."""

    seat: int
    kind: PostKind
    amount: int


@dataclass(frozen=True)
class Setup:
    """Stacks, stakes and posts of one hand.

    Attributes:
        stacks: chips of every player before the posts, 2 to 8 players.
        small_bet: size of a bet before and after the first draw.
        big_bet: size of a bet after the second and third draw.
        posts: what is owed; antes and dead blinds are taken first.
    """

    stacks: tuple[int, ...]
    small_bet: int
    big_bet: int
    posts: tuple[Post, ...]

    def __post_init__(self) -> None:
        if not MIN_SEATS <= len(self.stacks) <= MAX_SEATS:
            raise RulesError(f"{len(self.stacks)} players; the table has 2 to {MAX_SEATS} seats")
        for seat, stack in enumerate(self.stacks):
            if not isinstance(stack, int) or stack <= 0:
                raise RulesError(
                    f"stack of seat {seat} is {stack}; expected a whole number above 0"
                )
        if self.small_bet <= 0 or self.big_bet < self.small_bet:
            raise RulesError(
                f"bets of {self.small_bet} and {self.big_bet}; expected a small bet above 0 and a "
                f"big bet of at least that"
            )
        for post in self.posts:
            if not 0 <= post.seat < len(self.stacks) or post.amount <= 0:
                raise RulesError(
                    f"{post.kind} of {post.amount} by seat {post.seat}; expected a positive amount "
                    f"and a seat from 0 to {len(self.stacks) - 1}"
                )
        ordered = sorted(self.posts, key=lambda post: (_ORDER.index(post.kind), post.seat))
        object.__setattr__(self, "posts", tuple(ordered))

    @classmethod
    def blinds(
        cls,
        stacks: Sequence[int],
        small_bet: int,
        *,
        small_blind: int | None = None,
        ante: int = 0,
        straddle: int = 0,
        dead_small_blind: bool = False,
    ) -> Self:
        """The usual game: both blinds, the big blind is a small bet, the big bet is two.

        Args:
            stacks: chips in the order of the deal.
            small_bet: also the big blind.
            small_blind: half a small bet, rounded down, if left out.
            ante: paid by every player.
            straddle: posted by the player left of the big blind; three players or more.
            dead_small_blind: nobody sits where the small blind is due (dead button rule), so that
                the first player left of the button is the big blind; three players or more.

        Raises:
            RulesError: numbers that make no game.
        """
        players = len(stacks)
        if players == 2 and (straddle or dead_small_blind):
            raise RulesError("a straddle or a dead small blind needs a third player")
        small, big = (1, 0) if players == 2 or dead_small_blind else (0, 1)
        owed = small_bet // 2 if small_blind is None else small_blind
        if dead_small_blind:
            owed = 0
        posts = [Post(seat, PostKind.ANTE, ante) for seat in range(players) if ante]
        if owed:
            posts.append(Post(small, PostKind.SMALL_BLIND, owed))
        posts.append(Post(big, PostKind.BIG_BLIND, small_bet))
        if straddle:
            posts.append(Post(big + 1, PostKind.STRADDLE, straddle))
        return cls(tuple(stacks), small_bet, 2 * small_bet, tuple(posts))

    @property
    def seats(self) -> int:
        """How many players are dealt in."""
        return len(self.stacks)

    @property
    def price(self) -> int:
        """What everybody has to match before the first draw, also if a blind is short (4.9)."""
        live = (PostKind.BIG_BLIND, PostKind.STRADDLE, PostKind.EXTRA, PostKind.SMALL_BLIND)
        return max((post.amount for post in self.posts if post.kind in live), default=0)

    @property
    def first_to_act(self) -> int:
        """Seat left of the last straddler or of the big blind (4.2)."""
        for kind in (PostKind.STRADDLE, PostKind.BIG_BLIND):
            posters = [post.seat for post in self.posts if post.kind is kind]
            if posters:
                return (posters[-1] + 1) % self.seats
        return 0
