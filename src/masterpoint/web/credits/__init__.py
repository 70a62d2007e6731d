"""Credit files and the awards register keyed on a page, for clubs that report points by player."""
