"""What a player is told: verdicts, advice, difficulty, puzzles. Imports the library below it.

It has no face: the page, the terminal and the commands show what it says.
"""
