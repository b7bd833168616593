"""What happens in Betrayal in words, its choices, and its how-to-play guide."""
