"""Points missing? A player asks the officer who can put it right, and both see how it stands."""
