"""The kernels of the verbs, family by family; each has the name of its verb in `language/verbs`."""
