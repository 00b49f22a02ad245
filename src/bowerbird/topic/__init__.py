"""What is a query about? Words, their senses, and the concepts around them."""
