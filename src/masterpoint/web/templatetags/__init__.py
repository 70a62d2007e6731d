"""Filters and tags for the site's templates."""
