"""One decision: spots dealt in play, kinds of decisions, and how they are told to a player."""
