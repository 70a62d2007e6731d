"""The rules of section E, one package for each subject. Every rule takes the book."""
