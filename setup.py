"""Lists the packages; everything else about the distribution is in pyproject.toml.

`agents/` and `training/` stand at the top of the tree and are installed as `fs_env.agents` and `fs_env.training`.
"""

from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
packages = find_packages(str(HERE), include=["fs_env", "fs_env.*"])
package_dir = {}
for name in ("agents", "training"):
    if (HERE / name / "__init__.py").exists():
        package_dir[f"fs_env.{name}"] = name
        packages += [f"fs_env.{name}", *(f"fs_env.{name}.{inner}" for inner in find_packages(str(HERE / name)))]

setup(packages=packages, package_dir=package_dir)
