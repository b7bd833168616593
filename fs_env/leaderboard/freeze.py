"""Plays the games by which the members of the field are frozen: `python -m fs_env.leaderboard.freeze [GAME ...]`."""

import sys

from fs_env.leaderboard.field import digest_of_member, the_field


def main(games: list[str]) -> None:
    for game, members in the_field().members.items():
        if not games or game in games:
            for member in members.values():
                now = digest_of_member(member)
                was = "" if now == member.digest else f" (in the file: {member.digest or 'none'})"
                sys.stdout.write(f"{game} {member.name} {now}{was}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
