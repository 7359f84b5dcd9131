"""Ways of playing, by name. Imports the solver's kernels and what lies below."""
