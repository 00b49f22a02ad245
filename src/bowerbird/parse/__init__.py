"""From bytes to a document with text and links."""
