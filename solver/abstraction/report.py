"""What is in each bucket, in words and figures for people, and how much the buckets blur."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.abstraction.abstraction import Abstraction, checked_draws_left
from solver.abstraction.bucketing import draw_features
from solver.abstraction.kinds import kind_names, kinds_of_hands
from solver.abstraction.outcomes import mean_outcomes
from solver.abstraction.patterns import pattern_text, patterns
from solver.cards import format_hand, low_class, suit_classes

EXAMPLES = 3
"""How many typical hands a bucket is described by."""

LEAST_TOLD = 0.005
"""Shares below half a per cent are not told to people."""


@dataclass(frozen=True)
class BucketReport:
    """One bucket.

    Attributes:
        bucket: its number, 0 the best.
        share: how often play brings a hand of it up, 0 to 1.
        value: chance to win the showdown by the reference policy, 0 to 1.
        typical: the commonest hands by the ranks they keep, a dot for each card drawn.
        example: the commonest hand as cards.
        draws: share of each draw count (0 to 5) of the reference policy; sums to one.
        makes: share of each kind of showdown hand (`kind_names(0)`) that comes of it.
    """

    bucket: int
    share: float
    value: float
    typical: tuple[str, ...]
    example: str
    draws: dict[int, float]
    makes: dict[str, float]


@dataclass(frozen=True)
class Blur:
    """What the buckets with some draws left lose; all figures are smaller with more buckets.

    Attributes:
        draws_left: 0 to 3.
        buckets: how many.
        value: share of the variance of the hands' value that lies within buckets, 0 to 1.
        outcome: the same for where every draw count leads to; for showdown hands the chance that
            two of them fall into one bucket without being a tie.
        decision: chance to win lost when all hands of a bucket draw the same number of cards
            instead of each its best; 0 at the showdown.
    """

    draws_left: int
    buckets: int
    value: float
    outcome: float
    decision: float


def showdown_kinds(abstraction: Abstraction, draws_left: int) -> NDArray[np.float64]:
    """Chance of each kind of showdown hand when a hand is played by the reference policy.

    Returns:
        Shape (134459, kinds of `kind_names(0)`), rows sum to one.
    """
    made = np.eye(len(kind_names(0)))[kinds_of_hands(abstraction, 0)]
    for left in range(1, checked_draws_left(draws_left) + 1):
        policy, keeps = abstraction.policy[left], abstraction.keeps[left]
        played = np.take_along_axis(keeps, policy[None].astype(np.intp), axis=0)[0]
        made = mean_outcomes(played, made)
    return made


def describe_buckets(abstraction: Abstraction, draws_left: int) -> tuple[BucketReport, ...]:
    """All buckets with 0 to 3 draws left.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    made = showdown_kinds(abstraction, draws_left)
    played = patterns(abstraction, draws_left)
    reports = []
    for bucket in range(abstraction.size(draws_left)):
        hands = np.flatnonzero(abstraction.buckets[draws_left] == bucket)
        weight = abstraction.weights[draws_left][hands]
        inside = weight / weight.sum()
        draws = np.bincount(abstraction.policy[draws_left][hands], inside, 6)
        kept, of_hand = np.unique(played[hands], return_inverse=True)
        heaviest = np.argsort(-np.bincount(of_hand, inside), kind="stable")[:EXAMPLES]
        typical = hands[of_hand == heaviest[0]]
        commonest = typical[abstraction.weights[draws_left][typical].argmax()]
        reports.append(
            BucketReport(
                bucket=bucket,
                share=float(weight.sum()),
                value=float(inside @ abstraction.values[draws_left][hands]),
                typical=tuple(pattern_text(int(kept[p])) for p in heaviest),
                example=format_hand(suit_classes(5).example[commonest]),
                draws={count: float(share) for count, share in enumerate(draws)},
                makes=dict(zip(kind_names(0), (inside @ made[hands]).tolist(), strict=True)),
            )
        )
    return tuple(reports)


def _within(
    columns: NDArray[np.float64], weight: NDArray[np.float64], bucket: NDArray[np.int16]
) -> float:
    """Share of the weighted variance of some columns that lies within buckets."""
    total = np.bincount(bucket, weight)
    inside = overall = 0.0
    for column in columns.T:
        mean = (np.bincount(bucket, weight * column) / total)[bucket]
        inside += float(weight @ (column - mean) ** 2)
        overall += float(weight @ (column - weight @ column) ** 2)
    return inside / overall


def blur(abstraction: Abstraction, draws_left: int) -> Blur:
    """What the buckets with 0 to 3 draws left lose.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    left = checked_draws_left(draws_left)
    bucket, weight = abstraction.buckets[left], abstraction.weights[left]
    value = _within(abstraction.values[left][:, None], weight, bucket)
    if left:
        features = draw_features(abstraction.reference, left, abstraction.config)
        outcome = _within(features, weight, bucket)
        allowed = abstraction.draw_values[left][: abstraction.config.counts(left)]
        together = np.stack([np.bincount(bucket, weight * means) for means in allowed])
        decision = float(weight @ abstraction.values[left] - together.max(axis=0).sum())
    else:
        classes = np.bincount(low_class(suit_classes(5).example), weight)
        outcome = float((np.bincount(bucket, weight) ** 2).sum() - (classes**2).sum())
        decision = 0.0
    return Blur(left, abstraction.size(left), value, outcome, decision)


def report_text(abstraction: Abstraction, draws_left: int) -> str:
    """All buckets with some draws left as a plain text table, and what they lose.

    Raises:
        ConfigurationError: no such number of draws left.
    """
    lines = [
        f"{abstraction.size(draws_left)} buckets with {draws_left} draws left",
        f"{'bucket':>6} {'share':>6} {'wins':>6}  {'typical hands':<22} {'draws':<22} makes",
    ]
    for report in describe_buckets(abstraction, draws_left):
        draws = shares_in_words({str(count): share for count, share in report.draws.items()}, 2)
        lines.append(
            f"{report.bucket:>6} {report.share:>6.1%} {report.value:>6.1%}  "
            f"{' '.join(report.typical):<22} {draws:<22} {shares_in_words(report.makes, 3)}"
        )
    lost = blur(abstraction, draws_left)
    lines.append(
        f"within buckets: {lost.value:.2%} of the variance of the chance to win; "
        + (
            f"{lost.outcome:.2%} of where draws lead to; one draw count for a whole bucket costs "
            f"{lost.decision:.3%} chance to win"
            if draws_left
            else f"two showdown hands are taken for a tie that is none in {lost.outcome:.2%}"
        )
    )
    return "\n".join(lines)


def shares_in_words(shares: Mapping[str, float], most: int | None = None) -> str:
    """``0 97%, 1 3%``: shares, the largest first, none below `LEAST_TOLD`.

    Args:
        shares: 0 to 1 each, by name.
        most: how many are told; all if left out.
    """
    ranked = sorted(shares.items(), key=lambda item: -item[1])[:most]
    return ", ".join(f"{name} {share:.0%}" for name, share in ranked if share >= LEAST_TOLD)
