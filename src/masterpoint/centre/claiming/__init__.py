"""How a player comes to an account of their own: an invitation, a code, an address that was shown to be theirs."""
