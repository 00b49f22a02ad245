"""Templates: fields of pages by XPath and CSS, cleaned and typed, and the items they yield."""
