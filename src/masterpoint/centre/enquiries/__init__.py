"""Questions about missing points: a player asks an officer who can correct them, and both see the state."""
