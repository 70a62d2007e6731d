"""Django's backend for PostgreSQL."""
