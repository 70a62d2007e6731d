"""The accounts application."""

from django.apps import AppConfig


class Accounts(AppConfig):
    name = "masterpoint.centre.accounts"
    label = "accounts"
