"""The journal records the state of everything except points. It is hash-chained, so changes by hand are detected."""
