"""Readers of documents that are no web pages; all of them work in the killable worker."""
