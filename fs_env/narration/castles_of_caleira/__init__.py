"""What happens in Castles of Caleira in words, and its how-to-play guide."""
