"""Where might a crawl start? Search engines, bookmarks, sitemaps."""
