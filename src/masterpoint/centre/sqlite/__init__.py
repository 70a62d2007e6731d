"""Django's backend for SQLite, which can also read from a read-only disk."""
