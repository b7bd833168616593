"""What the generated pages show of Castles of Caleira."""

from fs_env.cli.part import Pages, numbered
from fs_env.core.castles_of_caleira.actions import TABLE
from fs_env.core.castles_of_caleira.cards import NAMES
from fs_env.core.castles_of_caleira.observation.facts import FACTS

PAGES = Pages(facts=FACTS, names={"kind": numbered(NAMES)}, actions=TABLE)
