"""What happens in Four Souls in words, and its choices."""
