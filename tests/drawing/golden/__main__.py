"""Writes the golden pictures: look at every one that differs afterwards."""

from tests.drawing.golden.pictures import PICTURES, document, file_of

if __name__ == "__main__":
    for name in PICTURES:
        file_of(name).write_text(document(name), encoding="utf-8")
        print(file_of(name))
