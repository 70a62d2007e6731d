"""What somebody proposed is decided and, once accepted, done: the one room that knows every act."""
