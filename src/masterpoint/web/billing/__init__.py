"""The pages of the accounts: what a club owes and why, and the pages of a federation's finance."""
