"""Playing in the browser: a stateless service (a record in, a view out) and the page.

Imports everything below it; `cli` alone stands above.
"""

from .serve import serve, serve_lan

__all__ = ["serve", "serve_lan"]
