"""E9 and E10: who receives an award, and how an entry shares it."""
