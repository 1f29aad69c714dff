"""Questions without grades: the public tree of a solution, and equities."""
