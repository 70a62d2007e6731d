"""Letters by e-mail: written in the transaction they tell of, sent afterwards, tried again until they are gone."""
