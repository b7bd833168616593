"""Limits for hostile and busy visitors: connections, addresses, hosts and origins, thread pools. Knows no game."""
