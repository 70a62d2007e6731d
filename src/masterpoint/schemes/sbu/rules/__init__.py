"""What the SBU guide says, one module for each topic, in the order of its pages; every rule takes the book."""
