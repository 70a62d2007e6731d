"""The pages of the accounts: what a club owes and why, and the desk of a federation's finance."""
