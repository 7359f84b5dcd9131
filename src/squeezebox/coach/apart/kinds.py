"""All that can be asked of the coach. Imports `questions` and `puzzling`."""

from __future__ import annotations

from . import puzzling, questions

KINDS = questions.KINDS | puzzling.KINDS
"""The kinds of questions, by their names."""
