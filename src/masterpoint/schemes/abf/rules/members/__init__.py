"""Chapter 1 with Appendix C: registration, ranks and trophies."""
