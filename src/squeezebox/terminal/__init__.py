"""The game in the terminal: a face on the same floor as `web`, which it never imports.

`session` is a game being played, `typed` reads what is typed, `spoken` says how it stands.
No rule lives here: what is legal comes from the game.
"""
