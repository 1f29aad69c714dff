"""Real hand histories: PHH, PokerStars and Full Tilt texts, and their import."""
