"""The reference policy in equity calculations keeps what the abstraction says."""

import numpy as np
import pytest

from solver.abstraction import Abstraction, ReferencePolicy, build_abstraction
from solver.cards import format_cards, parse_hand
from solver.equity import equity
from solver.errors import ConfigurationError


@pytest.fixture(scope="module")
def abstraction() -> Abstraction:
    return build_abstraction(final=8, earlier=16)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_it_keeps_the_cards_of_the_abstraction_in_real_suits(
    abstraction: Abstraction, left: int
) -> None:
    rng = np.random.default_rng(left)
    hands = np.sort([rng.choice(52, 5, replace=False) for _ in range(200)], axis=1).astype(np.uint8)
    masks = ReferencePolicy(abstraction).keep(hands, left)
    for hand, mask in zip(hands.tolist(), masks.tolist(), strict=True):
        kept = [card for place, card in enumerate(hand) if mask >> place & 1]
        wanted = abstraction.best_keep(hand, left, 5 - len(kept))
        assert sorted(card >> 2 for card in kept) == sorted(card >> 2 for card in wanted)


def test_known_draws(abstraction: Abstraction) -> None:
    policy = ReferencePolicy(abstraction)
    hand = np.array(sorted(parse_hand("2c3d4h7sKc")), np.uint8)
    mask = int(policy.keep(hand[None], 3)[0])
    kept = [card for place, card in enumerate(hand.tolist()) if mask >> place & 1]
    assert format_cards(kept) == "2c3d4h7s"
    with pytest.raises(ConfigurationError, match="draws left"):
        policy.keep(hand[None], 0)


def test_equal_players_share_the_pot(abstraction: Abstraction) -> None:
    policy = ReferencePolicy(abstraction)
    result = equity(["2c3d4h7s", "2d3h4s7c"], 2, policies=[policy, policy], trials=50_000, seed=1)
    assert result.standard_error is not None
    assert abs(result.equity[0] - 0.5) < 5 * result.standard_error[0]
