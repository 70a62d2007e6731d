"""The application of enquiries."""

from django.apps import AppConfig


class Enquiries(AppConfig):
    name = "masterpoint.centre.enquiries"
    label = "enquiries"
