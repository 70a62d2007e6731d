"""The journal application."""

from django.apps import AppConfig


class Journal(AppConfig):
    name = "masterpoint.centre.journal"
    label = "journal"
