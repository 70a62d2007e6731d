"""How a player gets an account: by an invitation, a code and a confirmed address."""
