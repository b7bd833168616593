"""The numbers a seat may see: their schema, the kernels that fill them, and where each field of the state is seen."""
