"""The records application."""

from django.apps import AppConfig


class Records(AppConfig):
    name = "masterpoint.centre.records"
    label = "records"
