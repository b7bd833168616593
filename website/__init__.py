"""The site of the pages, and the tables of pages that are generated for this repository alone."""
