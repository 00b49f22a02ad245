"""What the API has beyond the pages: one module for each kind of thing."""
