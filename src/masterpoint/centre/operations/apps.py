"""The operations application."""

from django.apps import AppConfig


class Operations(AppConfig):
    name = "masterpoint.centre.operations"
    label = "operations"
