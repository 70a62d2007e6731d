"""Chapter 3, organisations and events: the status of an event, licences, and a year's programme."""
