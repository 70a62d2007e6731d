"""How a player gets an account: an invitation, a code, a confirmed address."""
