"""What happens in Castles of Caleira in words."""
