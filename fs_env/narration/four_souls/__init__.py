"""What happens in Four Souls in words, its choices, and its how-to-play guide."""
