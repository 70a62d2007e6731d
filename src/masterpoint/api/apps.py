"""The API application."""

from django.apps import AppConfig


class Api(AppConfig):
    name = "masterpoint.api"
    label = "api"
