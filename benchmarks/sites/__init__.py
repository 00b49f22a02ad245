"""Made-up sites with the truth about their records: the same bytes for the same family and seed."""
