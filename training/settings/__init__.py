"""Settings of the learners: a frozen dataclass each, read from a TOML file, from the folder of a run, or from flags of the same names.

Neither torch nor a compiler is imported, so that wrong settings are refused at once. `fields` describes a setting, `run_settings` has
those of every run, and each other module those of the learner of the same name.
"""
