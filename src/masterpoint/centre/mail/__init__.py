"""Letters by e-mail: written in the transaction that they report, sent afterwards, and retried."""
