"""The leaderboard: entries, page, command."""
