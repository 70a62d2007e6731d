"""What the handbooks say, one folder a federation; as pure as the core."""
