"""One module for each page: a view that the page and its JSON twin share, and what can be done."""
