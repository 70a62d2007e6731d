"""PostgreSQL as the Centre asks it."""
