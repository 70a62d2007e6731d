"""What the EBU handbook says, one folder for each chapter; every rule takes the book."""
