"""The sheets application."""

from django.apps import AppConfig


class Sheets(AppConfig):
    name = "masterpoint.centre.sheets"
    label = "sheets"
