"""Several search engines asked with the topic, behind one port, one engine per module."""
