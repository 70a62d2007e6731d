"""Chapter 3, General principles relating to awards."""
