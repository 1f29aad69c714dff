"""Whole hands at the table: played, reviewed from hand histories, replayed."""
