"""The figures of the WBU handbook, typed chapter by chapter."""
