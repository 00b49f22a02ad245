"""Metadata of documents: every field with the source that said it and how sure that is."""
