"""The web's own grammar: URLs, media types, robots rules, dates."""
