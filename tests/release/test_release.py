"""Trying a release: what is too slow, differs, or must not be released at all is told."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from types import SimpleNamespace

import pytest

import release.__main__ as command
from release import build
from release.version import version_in

TOLD = {
    "game": "nim",
    "python": "3.11.7",
    "seconds": 0.9,
    "processor_seconds": 0.7,
    "version": version_in(),
    "played": [1, 2, 3],
}


def test_judge__a_slow_first_step(capsys):
    """Three seconds of the processor are the limit; what was measured is printed either way."""
    assert command.judge("installed", TOLD) == TOLD | {"way": "installed"}
    assert "nim, Python 3.11.7, installed: first step after 0.9 s (0.7 s of the processor)" in capsys.readouterr().out
    with pytest.raises(RuntimeError, match=r"the first step took 3\.1 s"):
        command.judge("read-only", TOLD | {"processor_seconds": 3.1})


@pytest.mark.parametrize("other", [{"played": [1, 2, 4]}, {"version": "0.0.1"}])
def test_compare__other_games(other):
    """Two installations that play differently, or are of another version, are no release; other games are not compared."""
    command.compare([TOLD, TOLD, TOLD | {"game": "chess", "played": []}])
    with pytest.raises(RuntimeError, match="are not the same games of version"):
        command.compare([TOLD, TOLD | other])


def test_release__shows_each_step_before_it(monkeypatch, capsys, tmp_path):
    """What takes minutes is announced with what it works on: whoever waits knows for what."""
    shown = []

    def take(result):
        return lambda *_: (shown.append(capsys.readouterr().out.splitlines()[-1].split(" ", 1)[1]), result)[1]

    monkeypatch.setattr(command, "build_sources", take(("sdist", "pure")))
    monkeypatch.setattr(command, "add_compiled", lambda *_: "wheel")
    monkeypatch.setattr(build, "call", lambda *_, cwd: take("")())
    monkeypatch.setattr(command, "try_wheel", take([TOLD]))
    monkeypatch.setattr(command, "try_sources", lambda *_: [TOLD])
    python, levels = command.Python("python3", (3, 11, 7)), ["x86-64-v3", "x86-64"]
    made = command.release([python], ["nim", "go"], levels, tmp_path, tmp_path)
    assert made == ["sdist", "pure", "wheel"] and shown == [
        f"fs-env {version_in()} for Python 3.11.7: packing the sources",
        "compiling nim, go for x86-64-v3: minutes",
        "compiling nim, go for x86-64: minutes",
        "Python 3.11.7: trying the wheel in an empty environment",
    ]


def test_main__refuses_what_speaks_against_a_release(monkeypatch, capsys, tmp_path):
    """Nothing is built or removed while the changelog is wrong, or with no Python to build for."""
    old = tmp_path / "fs_env-0.0.1.tar.gz"
    old.write_text("")
    monkeypatch.setattr(command, "faults", lambda final: [f"something is wrong, final {final}"])
    assert command.main(["--out", str(tmp_path)]) == 2
    assert "something is wrong, final True" in capsys.readouterr().err
    assert command.main(["--out", str(tmp_path), "--trial"]) == 2
    assert "final False" in capsys.readouterr().err
    monkeypatch.setattr(command, "faults", lambda final: [])
    assert command.main(["--out", str(tmp_path), "--python", "/nonexistent/python"]) == 2
    assert "no CPython 3.11 or newer" in capsys.readouterr().err and old.exists()


def test_main__removes_earlier_releases_only(monkeypatch, tmp_path):
    """Of a folder with other things in it only the files of earlier releases go."""
    for name in ("fs_env-0.0.1.tar.gz", "fs_env-0.0.1-py3-none-any.whl", "fs_env-notes.txt", "mine.whl"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(command, "faults", lambda final: [])
    monkeypatch.setattr(command, "find_pythons", lambda paths: ["a Python"])
    monkeypatch.setattr(command, "release", lambda *arguments: [])
    assert command.main(["--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fs_env-notes.txt", "mine.whl"]


@pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/usr/bin/setpriv"), reason="root needs setpriv")
def test_read_only__nothing_can_be_written(tmp_path):
    """In a read-only environment even root's program cannot write, nor at home; afterwards the folders are as before."""
    inner = tmp_path / "lib"
    inner.mkdir(mode=0o755)
    environment = SimpleNamespace(folder=tmp_path, program=sys.executable)
    code = (
        "import os\n"
        f"for folder in ({str(inner)!r}, {str(tmp_path)!r}, os.path.expanduser('~')):\n"
        "    try: open(os.path.join(folder, 'x'), 'w'); print('written')\n"
        "    except OSError: print('refused')\n"
    )
    assert command.read_only(environment, ["-c", code]).split() == ["refused"] * 3
    assert stat.S_IMODE(inner.stat().st_mode) == 0o755 and not (inner / "x").exists()


def test_smoke__notices_the_tree():
    """The smoke test of a wheel fails in a tree, where the package is not the installed one."""
    done = subprocess.run(
        [sys.executable, command.SMOKE, "castles_of_caleira", "no"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 1 and "is not what was installed" in done.stderr
