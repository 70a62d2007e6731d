"""Chapter 2, general principles relating to awards: status, who is paid, and how much of an award."""
