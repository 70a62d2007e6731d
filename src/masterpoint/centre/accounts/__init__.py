"""Accounts, which are personal: there is no shared club login."""
