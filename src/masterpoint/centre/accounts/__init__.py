"""Who signs in, with personal accounts only: there is no shared club login."""
