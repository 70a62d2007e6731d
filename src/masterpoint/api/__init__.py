"""The API: /api/v1, with OpenAPI. It parses requests, calls services and returns their results."""
