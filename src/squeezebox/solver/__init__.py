"""Searching: what can still happen from a position. Imports `table` and what lies below."""

from .reference import Space, explore
from .verdict import Verdict

__all__ = ["Space", "Verdict", "explore"]
