"""The API: /api/v1, with OpenAPI. A door like the others: it takes requests apart and shows what services return."""
