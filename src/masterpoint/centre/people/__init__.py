"""Acts that change people and their points together: statuses that cost points, merges of two records."""
