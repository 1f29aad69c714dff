"""The server, its guards, and the command that starts it."""
