"""The style of a report's page: light and dark, for wide and narrow windows."""

from html import escape

from fs_env.narration.speech import isolated

SERIES_LIGHT = ("#2f6fb3", "#c2571a", "#2e8b57", "#8b4fa8", "#b8860b", "#c23b5e", "#3a8f9e", "#6b6b6b")
SERIES_DARK = ("#6aa9ea", "#ee8f52", "#63c290", "#c08bdc", "#dcb23f", "#ee7c9a", "#6fc5d3", "#a8a8a8")

BASE = """
:root { color-scheme: light dark; --page: #fbfbf9; --card: #ffffff; --ink: #1c1d20; --muted: #5d6168; --rule: #e2e3e0;
  --accent: #2f6fb3; --good: #2e8b57; --bad: #c2571a; LIGHT }
@media (prefers-color-scheme: dark) { :root { --page: #15171a; --card: #1d2024; --ink: #e9eaec; --muted: #a3a8b0;
  --rule: #33373d; --accent: #6aa9ea; --good: #4fae7c; --bad: #d9773d; DARK } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 0 0 4px; }
p { margin: 0 0 16px; color: var(--muted); max-width: 72ch; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 16px 0 28px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 20px 24px; margin: 0 0 20px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 12px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { color: var(--muted); font-weight: 500; font-size: 14px; }
th:first-child, td:first-child { text-align: left; padding-left: 0; white-space: normal; overflow-wrap: anywhere;
  min-width: 9em; max-width: 22em; }
td:first-child { font-weight: 500; }
.full { width: 100%; } tr:last-child td { border-bottom: 0; }
.pairs td { text-align: center; border: 2px solid var(--card); border-radius: 6px; line-height: 1.25; min-width: 5.2em; padding: 6px 4px; }
.pairs th { text-align: center; max-width: 12em; white-space: normal; overflow-wrap: anywhere; border: 0; }
.pairs td:first-child { text-align: left; min-width: 11em; padding: 6px 12px 6px 0; position: sticky;
  left: 0; background: var(--card); }
.rank { color: var(--muted); font-weight: 400; margin-right: 8px; }
.pairs.many td { min-width: 2em; padding: 2px 3px; border-width: 1px; font-size: 13px; white-space: nowrap; }
.pairs.many td:first-child { min-width: 15em; white-space: normal; overflow-wrap: anywhere; }
.pairs.many th { white-space: nowrap; overflow-wrap: normal; padding: 2px; }
.pairs small { font-size: 13px; } .more { color: var(--muted); font-size: 13px; }
.line { display: grid; grid-template-columns: minmax(7em, 15em) 1fr 10em; gap: 14px; align-items: center; min-height: 30px; }
.label { overflow-wrap: anywhere; line-height: 1.2; padding: 4px 0; } .value { font-variant-numeric: tabular-nums; text-align: right;
  color: var(--muted); font-size: 14px; white-space: nowrap; }
svg { display: block; overflow: visible; } .ticks { width: 100%; height: 20px; }
.track { position: relative; align-self: stretch; } .track svg { position: absolute; width: 100%; height: 100%; }
text { fill: var(--muted); font-size: 12px; }
.grid { stroke: var(--rule); } .even { stroke: var(--muted); stroke-dasharray: 3 3; }
.span { stroke: var(--accent); stroke-width: 2.5; stroke-linecap: round; opacity: .55; } .dot { fill: var(--accent); }
.keys { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0 0 16px; font-size: 14px; }
.keys li { display: flex; align-items: baseline; gap: 7px; overflow-wrap: anywhere; }
.keys i { flex: none; width: 12px; height: 12px; border-radius: 6px; position: relative; top: 1px; }
.curves { display: grid; grid-template-columns: 44px 1fr; gap: 8px; }
.scale { position: relative; font-size: 12px; color: var(--muted); } .scale span { position: absolute; right: 0;
  transform: translateY(-50%); white-space: nowrap; }
.area { width: 100%; } .area polyline { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
.below { grid-column: 2; display: flex; font-size: 12px; color: var(--muted); } .below span { flex: 1; text-align: center; padding: 0 4px; }
footer { color: var(--muted); font-size: 14px; }
@media (max-width: 860px) {
  main { padding: 20px 14px 40px; } h1 { font-size: 22px; } section { padding: 16px 14px; }
  .line { grid-template-columns: 1fr auto; gap: 0 10px; padding: 4px 0; }
  .line .track, .line .ticks { grid-column: 1 / -1; grid-row: 2; } .line.axis span { display: none; } .between { display: none; }
  .line .track { height: 20px; } .label { padding: 0; }
  .pairs td:first-child { min-width: 8em; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 6px; }
  th, td { padding: 6px 8px; } .below { font-size: 11px; }
}
"""


def style() -> str:
    light, dark = ("".join(f"--s{k}: {c}; " for k, c in enumerate(own)) for own in (SERIES_LIGHT, SERIES_DARK))
    series = "".join(
        f"polyline.s{k} {{ stroke: var(--s{k}); }} circle.s{k} {{ fill: var(--s{k}); }} i.s{k} {{ background: var(--s{k}); }}\n"
        for k in range(len(SERIES_LIGHT))
    )
    return BASE.replace("LIGHT", light).replace("DARK", dark) + series


def in_html(text: str) -> str:
    return escape(isolated(text))
