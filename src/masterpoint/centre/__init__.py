"""The registry, on Django: people, organisations, filings, ledger and records. Doors call its services and queries."""
