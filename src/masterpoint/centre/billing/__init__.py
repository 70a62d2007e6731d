"""Money: charges that follow from filings, invoices whose every line opens, payments, and the account of each club."""
