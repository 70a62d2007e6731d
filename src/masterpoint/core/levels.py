"""The levels of organisation that every federation has: the national body at the top, and its clubs."""

NATIONAL, CLUB = "national", "club"
