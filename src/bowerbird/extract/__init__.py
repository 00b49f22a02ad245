"""Fields out of pages, by templates; and metadata of documents, each field with its source."""
