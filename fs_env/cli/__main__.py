"""`python -m fs_env.cli` does the same as `fs-env`."""

import sys

from fs_env.cli import main

if __name__ == "__main__":
    sys.exit(main())
