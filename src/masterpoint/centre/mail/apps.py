"""The application of letters."""

from django.apps import AppConfig


class Mail(AppConfig):
    name = "masterpoint.centre.mail"
    label = "mail"
