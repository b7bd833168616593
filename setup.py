"""Lists the packages; everything else about the distribution is in pyproject.toml.

`agents/` and `training/` stand at the top of the tree and are installed as `fs_env.agents` and `fs_env.training`. In a checkout
`fs_env/` has links to them, so that type checkers and editors find an editable install; a source distribution has no links.
"""

from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
packages = find_packages(str(HERE), include=["fs_env", "fs_env.*"])
package_dir = {"": "."}
for name in ("agents", "training"):
    if not (HERE / "fs_env" / name).is_dir():  # nor where git writes links as files
        package_dir[f"fs_env.{name}"] = name
        packages += [f"fs_env.{name}", *(f"fs_env.{name}.{inner}" for inner in find_packages(str(HERE / name)))]

setup(packages=packages, package_dir=package_dir)
