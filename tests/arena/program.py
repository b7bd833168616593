"""A program for tests of bots in any language, which plays well or badly by its first argument. It imports nothing of this package."""

import json
import os
import sys
import time

way, *more = sys.argv[1:]
HELLOS = {
    "protocol 2": {"protocol": 2, "name": "new"},
    "no name": {"protocol": 1},
    "no bool": {"protocol": 1, "name": "bot", "reads_text": "yes"},
    "reads": {"protocol": 1, "name": "bot", "reads_text": True, "reads_observation": True},
    "listens": {"protocol": 1, "name": "bot", "reads_messages": True},
}


def say(text):
    os.write(1, text.encode() + b"\n")


def act(question):
    if heard:
        return say(json.dumps({"error": heard[0]}))
    last = json.dumps({"action": question["legal"][-1]})
    if way == "garbage":
        say("\x1b[31mI pass")
    elif way == "list":
        say("[1]")
    elif way == "deep":
        say("[" * 4000)
    elif way == "twice":
        say(f"{last}\n{last}")
    elif way == "long":
        say(json.dumps({"action": 1, "why": "a" * 9000}))
    elif way == "words":
        say('{"action": "1"}')
    elif way == "illegal":
        say('{"action": 99}')
    elif way == "error":
        say('{"error": "no idea"}')
    elif way == "exit":
        print("Traceback\nValueError: lost count\n\nversion 3", file=sys.stderr)
        sys.exit(3)
    elif way == "closes":
        os.close(1)
        time.sleep(60)
    elif way == "silent":
        print("thinking", file=sys.stderr, flush=True)
        time.sleep(60)
    elif way == "shouts":
        while True:
            os.write(2, b"a" * 65536)
            time.sleep(0.001)
    elif way == "floods":
        while True:
            say("\n".join([last] * 99))
    elif way == "outside":
        done = []
        for name, attempt in {
            "the folder": lambda: open("written", "x"),
            "the results": lambda: open(more[0], "rb"),
        }.items():
            try:
                attempt().close()
                done.append(name)
            except OSError:
                pass
        say(json.dumps({"error": f"reached {done}"}) if done else last)
    else:
        say(last)


heard = []
for line in sys.stdin:
    message = json.loads(line)
    if way in ("reads", "listens"):
        with open(more[0], "a", encoding="utf-8") as log:
            log.write(line)
    if message["type"] == "hello":
        say(json.dumps(HELLOS.get(way, {"protocol": 1, "name": "program"})))
        if way == "deaf":
            time.sleep(60)
        elif way == "early":
            time.sleep(1)
            say('{"action": 1}')
    elif message["type"] == "act":
        act(message)
    elif message["type"] == "end" and way == "remembers":
        heard.append(line)
