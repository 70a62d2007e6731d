"""Django's backend for SQLite, which can also read from a disk that cannot be written."""
