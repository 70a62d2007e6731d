"""Points missing? A player asks the officer who can correct them, and both see the state of the question."""
