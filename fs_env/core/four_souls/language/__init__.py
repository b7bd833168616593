"""The effect language of Four Souls: codes, words, compiler, English text."""
