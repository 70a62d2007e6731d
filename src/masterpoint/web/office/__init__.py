"""The federation's office, room by room."""
