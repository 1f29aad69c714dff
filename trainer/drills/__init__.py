"""Practice: which spots are asked, one after another, and what comes of the answers."""
