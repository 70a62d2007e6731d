"""The forms of a book's office: results become filings, maintenance forms change the register and the ledger."""
