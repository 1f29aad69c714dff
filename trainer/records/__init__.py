"""What is kept and summed up: decisions, schedule, settings, progress."""
