"""Letters by e-mail: written in the transaction they report, sent afterwards, tried again until they are gone."""
