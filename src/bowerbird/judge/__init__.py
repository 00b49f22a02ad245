"""Is this page relevant, and which link comes next?"""
