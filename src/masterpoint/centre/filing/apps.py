"""The filing application."""

from django.apps import AppConfig


class Filing(AppConfig):
    name = "masterpoint.centre.filing"
    label = "filing"
