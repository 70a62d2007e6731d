"""The API: /api/v1, with OpenAPI."""
