"""Chapter 5, Blue Point awards."""
