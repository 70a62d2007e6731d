"""Chapter 1, Organisations, events and licensing."""
