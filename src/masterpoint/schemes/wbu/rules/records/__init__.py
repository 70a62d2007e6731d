"""Chapter 1, the scheme: ranks, Gold Points and certificates."""
