"""The ledger application."""

from django.apps import AppConfig


class Ledger(AppConfig):
    name = "masterpoint.centre.ledger"
    label = "ledger"
