"""Cards broken on purpose: for each of them the tests of that card must fail."""
