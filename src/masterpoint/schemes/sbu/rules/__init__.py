"""What the SBU guide says, one module a topic, in the order of its pages; every rule takes the book."""
