"""Members, for users who manage them."""
