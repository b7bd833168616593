"""What happens in Betrayal in words, and its choices."""
