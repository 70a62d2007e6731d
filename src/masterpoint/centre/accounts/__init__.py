"""Accounts. They are personal: clubs do not share a login."""
