# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # First tour
#
# Heads-up limit 2-7 triple draw, from nothing to a near-equilibrium strategy that answers
# questions about real cards. Run the cells from top to bottom; the only long one is the solve,
# about a minute.
#
# Words and units used throughout:
#
# - All values are in **small bets**; the big blind is one small bet, the button's blind half
#   of one.
# - The **EV** of an action is what it wins *from here on*. Chips in the pot belong to nobody any
#   more, so a fold is always worth 0.
# - **Exploitability** is what a perfect opponent would win against the strategy, in thousandths
#   of a big blind per hand (**mbb/g**), seats averaged. Zero is an equilibrium.

# %%
import os
from html import escape

import ipywidgets

import solver
from solver import plots
from solver.solution import advice_html

# %% [markdown]
# ## 1. What is solved
#
# A *preset* says which game is played, how finely hands are told apart, and how long to learn.
# `quick` is the one for a first look: at most four bets a round, and draws of up to 3, 2 and
# 1 cards. The name of any other preset, or a TOML file of your own, does as well; without touching
# the notebook you can name it in the environment variable `TRIPLEDRAW_NOTEBOOK_PRESET` (the tests
# of the project do so, to run this tour on a smaller game).

# %%
preset = os.environ.get("TRIPLEDRAW_NOTEBOOK_PRESET", "quick")
configuration = solver.read_configuration(preset)
configuration.game

# %% [markdown]
# There are 134,459 different hands up to the names of suits, too many to learn each on its own.
# They are put into **buckets**: hands that make much the same hands with any number of cards drawn
# share one. The first build takes some seconds; after that it comes from a cache.

# %%
buckets = solver.build_abstraction(configuration.abstraction)
[(f"{left} draws left", buckets.size(left)) for left in (3, 2, 1, 0)]

# %% [markdown]
# ## 2. Solve it, and watch it converge
#
# Both seats start by playing at random. In every iteration each of them shifts weight to the
# actions that it regrets not having taken (counterfactual regret minimisation, here with the
# discounting of Brown and Sandholm 2019). The average of all that play approaches an equilibrium.
# The chart is drawn while it happens; hover over its points.
#
# The interrupt button of the notebook ends the solve after the running iteration and keeps what
# has been reached by then.

# %%
live = plots.LiveConvergence()
solution = solver.solve(configuration, buckets, progress=live)
solution

# %% [markdown]
# The exploitability is measured *inside the abstraction*: by an opponent who tells hands apart no
# better than the buckets do. In the real game, with all its cards, the strategy can lose more.
#
# `solution.save("solutions/mine")` keeps the solution; `solver.load("solutions/mine")` has it
# back at once. If you have one already, open it in place of solving, and go on from here.

# %% [markdown]
# ## 3. Starting hands
#
# The button acts first, having posted half a small bet. What does it open? Each row is a kind
# of hand, *pat* or by the number of cards it draws. From left to right: how much of all hands
# it is, how often it folds, calls and raises, and what each of these wins.

# %%
plots.starting_hands(solution)

# %% [markdown]
# The deeper question is which three-card draws are worth a raise. Here are the hands that keep two
# cards, `72...` standing for a seven and a deuce, by what they are worth. Look for the line at
# which folding takes over, and for deuces: almost every good low has one.

# %%
plots.starting_hands(solution, drawing=3)

# %% [markdown]
# Facing a raise, the big blind has a full bet in the pot and gets three to one. A simple
# measure of its hands: how many *different* ranks of seven or lower they hold.

# %%
plots.starting_hands(solution, "r", by="low cards")

# %% [markdown]
# The same figures as numbers, for analyses of your own: a summary groups the range of the
# player to act by `"kind"`, `"low cards"`, `"kept cards"` or `"bucket"`.

# %%
defence = solution.summary("r", by="low cards")
{group.name: round(1 - group.frequencies["f"], 3) for group in defence.groups}

# %% [markdown]
# ## 4. Draw decisions
#
# A situation is written as its public history: bets as letters (`f` fold, `k` check, `c` call,
# `b` bet, `r` raise), then after a space the cards drawn, the big blind's first. `rc 2` reads: the
# button raised, the big blind called and drew two. Now the button draws, and it has seen that two.
#
# Pat sevens stay pat. Rough nines are the interesting ones: with two more draws to come they
# are often better broken.

# %%
plots.draw_decision(solution, "rc 2")

# %% [markdown]
# What the opponent draws says what he holds. This is what both are likely to have after a bet and
# a call behind the first draw, one more card each, and nothing bet yet.

# %%
plots.ranges(solution, "rc 21 kbc 11")

# %% [markdown]
# With one draw left, does a hand stand pat or draw? Here the big blind decides, before the
# button does.

# %%
plots.draw_decision(solution, "rc 21 kbc 11 kbc", by="kept cards", most=20)

# %% [markdown]
# ## 5. The last round
#
# All cards are out, and hands are only strong or weak. From the best on the left to the worst
# on the right: what the big blind does when both drew one. Strong hands bet for value, the weakest
# bet some of the time as bluffs, and those between check and hope for a showdown. Below are
# both ranges; an empty column is a hand that never comes this way.

# %%
plots.last_round(solution, "rc 21 kbc 11 kbc 11")

# %% [markdown]
# And the answer of the button to that bet. It gets six to one, so it calls with all that
# beats enough bluffs.

# %%
plots.last_round(solution, "rc 21 kbc 11 kbc 11 b")

# %% [markdown]
# ## 6. Ask about any hand
#
# `advise` takes five cards and a history. At a draw the values are exact for these very
# cards: every set of cards to keep is tried against the 47 others. Frequencies are those of the
# bucket; where they favour an action of lower EV, the bucket holds hands that differ.

# %%
advice = solution.advise("2c3d4h7sKc", "rc 2")
advice

# %% [markdown]
# Everything in the table can be had as numbers, too.

# %%
advice.best.name, advice.action("1").frequency, advice.action("1").ev

# %% [markdown]
# Type hands and histories of your own, and press enter.

# %%
hand = ipywidgets.Text("9c8d6h3s2c", description="hand", continuous_update=False)
history = ipywidgets.Text("rc 21 kbc 1", description="history", continuous_update=False)
answer = ipywidgets.HTML()


def ask(change: object = None) -> None:
    """Show the advice, or say what is wrong with the question."""
    try:
        answer.value = advice_html(solution.advise(hand.value, history.value))
    except solver.TripleDrawError as error:
        answer.value = escape(str(error))


hand.observe(ask, "value")
history.observe(ask, "value")
ask()
ipywidgets.VBox([hand, history, answer])

# %% [markdown]
# ## Where to go from here
#
# - `tripledraw quiz` deals spots as they come up in play and grades your decisions against this
#   strategy.
# - More buckets say more than more iterations:
#   `solver.read_configuration("standard")` has them; it takes 6 GB of memory and a good deal
#   longer.
# - `solver.plots` has every figure of this page, with `dark=True` for dark pages.
