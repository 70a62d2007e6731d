"""The ledger: append-only postings of whole hundredths, each carrying the hash of the one before."""
