"""Members, for those who keep them, room by room."""
