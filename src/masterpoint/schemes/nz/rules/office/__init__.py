"""E8.7, E10 and E24 to E36: fees, deadlines and the forms of the manual."""
