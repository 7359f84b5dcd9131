"""Surveys: many deals of a rule set, by the solver or by a player, kept in a folder.

Imports the players, the solver and what lies below. From the ground up: `plan` is what was asked
for, `undisturbed` lets Ctrl-C wait, `rows` what is found out, `store` the folder, `working` works a
chunk out; `run` has threads of this machine do that, `cluster` the workers of a Dask cluster;
`summary` says what the rows say together, `plots` draws it, `report` writes it down. Polars is
needed by all but the first two and `working`, Dask by `cluster` alone, Altair by `plots`.
"""
