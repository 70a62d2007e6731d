"""The rules of the ABF Masterpoint Manual, one package for each part. Every rule takes the book."""
