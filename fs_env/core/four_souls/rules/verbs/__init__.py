"""The kernels of the verbs, family by family, each of the name of its verb in `language/verbs`."""
