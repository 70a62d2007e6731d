"""The federation's office."""
