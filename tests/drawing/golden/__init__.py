"""Golden pictures: SVG files to look at; `python -m tests.drawing.golden` writes them anew."""
