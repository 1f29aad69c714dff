"""What an answer is worth, and why."""
