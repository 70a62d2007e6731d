"""Letters by e-mail: written in the transaction they report, sent afterwards, and retried."""
