"""Chapter 4, Local Point awards."""
