"""The web UI and the REST API: one module for each page or resource; the workspace works."""
