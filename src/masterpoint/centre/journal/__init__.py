"""The journal: the state of everything but the points, hash-chained, so that changes by hand are detected."""
