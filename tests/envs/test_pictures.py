"""render_mode "rgb_array" of every face, videos, notebooks, and what "human" prints."""

import io
import sys
from math import ceil

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import RecordVideo
from gymnasium.wrappers.vector import RecordVideo as VectorRecordVideo

from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.drawing import draw, draw_batch, pixels, tile_pixels
from fs_env.drawing.letters import pillow
from fs_env.drawing.raster import color_of, forget
from fs_env.drawing.themes import DARK, LIGHT
from fs_env.envs import GameSeatEnv, GameVectorEnv
from fs_env.envs.changes import TextDiff, changed_lines
from tests.drawing.positions import random_game
from tests.envs.pictures import needs_pictures, needs_video

SIZE = (720, 960, 3)  # of a picture


def first_legal(env):
    return int(np.flatnonzero(env.action_masks())[0])


def play_on(env, steps):
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(int(env.unwrapped.action_masks().argmax()))
        if terminated or truncated:
            env.reset()


@needs_pictures
def test_aec__renders_the_whole_position():
    env = castles_of_caleira_v1.env(num_players=3, render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    assert before.shape == SIZE and before.dtype == np.uint8
    np.testing.assert_array_equal(before, pixels(draw(env.game, env._state)))
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() != before).any()
    assert env.metadata["render_fps"] > 0 and "rgb_array" in env.metadata["render_modes"]


@needs_pictures
def test_aec__renders_the_map_of_betrayal():
    """Betrayal has pictures of its own size, in which a step shows."""
    env = betrayal_v3.env(num_players=3, render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    assert before.shape == SIZE and before.dtype == np.uint8
    np.testing.assert_array_equal(before, pixels(draw(env.game, env._state)))
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() != before).any()


@needs_pictures
def test_seat__renders_what_its_seat_sees():
    env = GameSeatEnv(GAME, seat=1, render_mode="rgb_array")
    env.reset(seed=4)
    S = env._row._rows.S
    np.testing.assert_array_equal(env.render(), pixels(draw(GAME, S, player=1)))
    assert (env.render() != pixels(draw(GAME, S))).any()


@needs_pictures
@pytest.mark.parametrize("view", ["seat", "self_play"])
def test_vector__renders_each_row(view):
    env = GameVectorEnv(GAME, 3, view=view, render_mode="rgb_array")
    _, infos = env.reset(seed=4)
    found = env.render()
    assert len(found) == 3
    for row, picture in enumerate(found):
        seat = int(infos["seat"][row])
        np.testing.assert_array_equal(picture, pixels(draw(GAME, env._rows.S, row, player=seat)))
    assert (found[0] != found[1]).any()
    env.close()


@needs_pictures
def test_four_souls__is_a_picture_too():
    """Four Souls as Gymnasium makes it: 960 x 720 pixels."""
    env = gymnasium.make("FourSouls/FourSouls-v1", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (720, 960, 3)


@pytest.mark.slow
@needs_video
def test_record_video__writes_a_film(tmp_path):
    env = RecordVideo(
        GameSeatEnv(GAME, render_mode="rgb_array"), str(tmp_path), episode_trigger=lambda n: n == 0, disable_logger=True
    )
    env.reset(seed=1)
    play_on(env, 12)
    env.close()
    films = list(tmp_path.glob("*.mp4"))
    assert len(films) == 1 and films[0].stat().st_size > 5000


@pytest.mark.slow
@needs_video
def test_vector_record_video__writes_a_film(tmp_path):
    env = VectorRecordVideo(
        GameVectorEnv(GAME, 2, render_mode="rgb_array"), str(tmp_path), video_length=4, disable_logger=True
    )
    env.reset(seed=1)
    for _ in range(6):
        env.step(env.unwrapped.action_masks().argmax(1))
    env.close()
    assert [film.stat().st_size > 5000 for film in tmp_path.glob("*.mp4")] == [True]


@pytest.mark.slow
@needs_video
def test_vec_video_recorder__writes_a_film(tmp_path):
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.vec_env import VecVideoRecorder

    from fs_env.envs.sb3 import GameVecEnv

    inner = GameVecEnv(GameVectorEnv(GAME, 2, autoreset_mode="SameStep", render_mode="rgb_array"))
    with pytest.raises(ResetNeeded):
        inner.render()
    env = VecVideoRecorder(inner, str(tmp_path), record_video_trigger=lambda n: n == 0, video_length=4)
    env.reset()
    assert inner.render().shape == (2 * SIZE[0], SIZE[1], 3)
    for _ in range(6):
        env.step(inner.action_masks().argmax(1))
    env.close()
    assert [film.stat().st_size > 5000 for film in tmp_path.glob("*.mp4")] == [True]


@needs_pictures
def test_make_vec_env__makes_pictures():
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.env_util import make_vec_env

    env = make_vec_env("CastlesOfCaleira/CastlesOfCaleira-v1", n_envs=2)
    assert env.render_mode == "rgb_array"
    env.close()


def test_render__without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    forget()
    env = GameSeatEnv(GAME, render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match=r"resvg-py.*extra \"drawing\""):
        env.render()


@needs_pictures
def test_pixels__are_those_of_the_themes():
    """The ground between the parts has the colour of the theme, at every width; the parts have their own."""
    S = GAME.new()
    GAME.setup(S, seed=1)
    for theme, colors in (("light", LIGHT), ("dark", DARK)):
        for width in (800, 1600):
            found = pixels(draw(GAME, S), width, theme)
            assert found.shape == (width * 3 // 4, width, 3)
            assert tuple(found[2, 2]) == color_of(colors["table"])
            panel = (found == color_of(colors["panel"])).all(2)
            assert 0.4 < panel.mean() < 0.95
    with pytest.raises(ValueError, match="theme"):
        pixels(draw(GAME, S), 800, "auto")
    with pytest.raises(ValueError, match="width"):
        pixels(draw(GAME, S), 8)


@needs_pictures
@pytest.mark.parametrize(
    ("name", "decisions", "theme"),
    [("four_souls", 150, "dark"), ("castles_of_caleira", 5, "light"), ("betrayal", 150, "light")],
)
def test_pixels__of_parts_are_those_of_the_whole(name, decisions, theme):
    """Pictures put together of shapes and letters differ little from one that resvg makes at once, and nowhere much."""
    import resvg_py

    from fs_env.drawing.fonts import BOLD, REGULAR

    game, S = random_game(name, 4, 1, decisions)
    canvas = draw(game, S)
    files = [str(REGULAR), str(BOLD)]
    svg = canvas.svg(theme)
    whole = read_png(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=960, skip_system_fonts=True, font_files=files)))
    found = pixels(canvas, 960, theme)
    far = np.abs(whole.astype(int) - found).max(2)
    assert far.mean() < 1.5 and (far > 40).mean() < 0.01 and (far > 110).mean() < 0.0002
    forget()
    np.testing.assert_array_equal(pixels(canvas, 960, theme), found)


def read_png(data):
    return np.array(pillow().open(io.BytesIO(data)).convert("RGB"))


def test_tile_pixels__lays_rows():
    """Five pictures lie in three columns and two rows, the empty place is black."""
    found = tile_pixels([np.full((2, 4, 3), 10 + k, np.uint8) for k in range(5)])
    assert found.shape == (4, 12, 3)
    assert found[::2, ::4, 0].tolist() == [[10, 11, 12], [13, 14, 0]]
    with pytest.raises(ValueError, match="expected one size"):
        tile_pixels([np.zeros((2, 4, 3), np.uint8), np.zeros((2, 5, 3), np.uint8)])
    with pytest.raises(ValueError, match="0 pictures"):
        tile_pixels([])


def test_notebooks__show_drawings():
    env = four_souls_v1.env()
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_svg_() == draw(env.game, env._state).svg("auto") == draw(env.game, env._state)._repr_svg_()
    seat = GameSeatEnv(GAME, seat=0)
    assert seat._repr_svg_() is None
    seat.reset(seed=1)
    assert seat._repr_svg_() == draw(GAME, seat._row._rows.S, player=0).svg()
    many = GameVectorEnv(GAME, 11)
    assert many._repr_svg_() is None
    many.reset(seed=1)
    assert many._repr_svg_().count("<svg ") == 1 + 9


def test_draw_batch__is_a_grid():
    S = GAME.new(4)
    for e in range(4):
        GAME.setup(S, e, seed=e)
    grid = draw_batch(GAME, S, players=[0, 1, None, 0])
    svg = grid.svg("light")
    assert grid.columns == 2 == ceil(len(grid.drawings) / 2)
    for x, y in ((0, 0), (1216, 0), (0, 916), (1216, 916)):
        assert f'<svg x="{x}" y="{y}" width="1200" height="900"' in svg
    assert draw(GAME, S, 2).body() not in svg  # its colours are attributes in this theme
    assert draw(GAME, S, 2).svg("light").split("<title>")[1].rstrip() in svg
    with pytest.raises(ValueError, match="at least one"):
        draw_batch(GAME, GAME.new(0))


def test_human__prints_what_changed(capsys):
    """ "human" prints the whole position after `reset`, then only what is new."""
    env = castles_of_caleira_v1.env(num_players=3, render_mode="human")
    env.reset(seed=4)
    first = capsys.readouterr().out
    assert first == env.game.text(env._state) + "\n"
    env.step(int(env.last()[0]["action_mask"].argmax()))
    news = capsys.readouterr().out
    whole = env.game.text(env._state)
    old = [line for line in first.splitlines() if line in whole.splitlines()]
    assert "discard pile: empty" in old and not set(old) & set(news.splitlines())
    assert env.game.decision_text(env._state) in news.splitlines() and "  1. face down: Marketplace" in news
    env.render()
    assert capsys.readouterr().out == whole + "\n"


def test_changed_lines__stand_below_their_heading():
    """A changed line comes after the line it belongs to; what is gone is told, what is replaced is not."""
    before = ["turn 1", "player_0", "  hand 3", "  items D6", "stack", "  1 bomb", "end"]
    after = ["turn 1", "player_0", "  hand 2", "  items D6", "end"]
    assert changed_lines(before, after) == ["player_0", "  hand 2", "- stack", "- 1 bomb"]
    assert changed_lines(after, after) == []
    diff = TextDiff()
    assert diff.news("a\nb") == "a\nb"
    assert diff.news("a\nb") == "nothing has changed"
    assert diff.news("a\nc") == "c"
