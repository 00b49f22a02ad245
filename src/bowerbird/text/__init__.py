"""Words: tokens, language, similarity."""
