"""What the ABF Masterpoint Manual says, one room a part of the book; every rule takes the book."""
