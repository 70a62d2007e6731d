"""What section E says, one module a subject; every rule takes the book."""
