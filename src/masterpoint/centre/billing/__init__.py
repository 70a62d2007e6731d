"""Money: charges for filings, invoices with details for every line, payments, and the account of each club."""
