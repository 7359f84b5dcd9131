"""All that can be asked of the coach. Imports `coaching` and `puzzling`."""

from __future__ import annotations

from . import coaching, puzzling

KINDS = coaching.KINDS | puzzling.KINDS
"""The kinds of questions, by the last part of their addresses."""
