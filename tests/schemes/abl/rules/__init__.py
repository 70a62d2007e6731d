"""What the ABL handbook says, one module a chapter; every rule takes the book."""
