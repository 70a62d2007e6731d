"""Credit files and the awards register, for clubs that report points by player."""
