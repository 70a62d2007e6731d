"""E6 to E8: kinds of points, ranks, grades and conversions."""
