"""From a URL to bytes, over whatever protocol it names."""
