"""The forms of a book's office, filed: results become filings, maintenance forms change the register and the ledger."""
