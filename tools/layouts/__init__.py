"""Papers made from a seed, in many layouts, whose labels are known because we wrote them."""
