"""E14 to E23 and E42 to E48: the schedule, the classes, and what a tournament pays."""
