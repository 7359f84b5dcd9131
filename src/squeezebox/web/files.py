"""The page's files: held in memory, each under the build that they all make together.

A build is a hash of everything, so a file that a browser has under it never changes and may
be kept for ever; only `/` is asked for again, and names the build. Scripts import each other
by relative paths, so a page never mixes two builds. Imports Starlette, and what makes scripts
and styles smaller.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import rcssmin
import rjsmin
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"
PAGE = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What is served, by the ends of names; whatever else lies in the folder isn't."""

PACKED = (".png",)
"""Kinds that don't get smaller. They are icons, which only an installed page asks for."""

LATER = "screens/"
"""Where the scripts lie that come a little later: those of dialogs."""

SMALLER = {
    ".js": rjsmin.jsmin,
    ".css": rcssmin.cssmin,
    ".webmanifest": lambda text: json.dumps(json.loads(text), separators=(",", ":")),
}
"""Kinds that are sent without comments and idle space, which a browser needn't load.

The first two see no more than words: a script with a template inside a template would be harmed, so
tests hold what is sent of each file against its source, as a parser and a browser read them.
"""


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    small: bytes | None
    """The same compressed, where that is smaller."""
    media_type: str

    def response(self, asked: Headers, headers: dict[str, str]) -> Response:
        packed = self.small is not None and "gzip" in asked.get("accept-encoding", "")
        if self.small is not None:
            headers |= {"vary": "accept-encoding"}
        if packed:
            headers |= {"content-encoding": "gzip"}
        body = self.small if packed else self.content
        return Response(body, media_type=self.media_type, headers=headers)


def _file(name: str, content: bytes) -> _File:
    kind = Path(name).suffix
    if kind in SMALLER:
        content = SMALLER[kind](content.decode()).encode()
    small = None if kind in PACKED else gzip.compress(content, mtime=0)
    return _File(content, small, TYPES[kind])


class Files:
    """Everything in a folder that belongs to the page, as it was when this was made."""

    build: str
    size: int
    """Bytes of the page and all that it loads as they are sent, before they are compressed."""

    def __init__(self, folder: Path = STATIC) -> None:
        contents = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES
        }
        digest = sha256()
        for name, content in contents.items():
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
        self.build = digest.hexdigest()[:8]
        page = contents.pop(PAGE).decode()
        self._page = _file(PAGE, self._rendered(page, sorted(contents)).encode())
        self._files = {name: _file(name, text) for name, text in contents.items()}
        loaded = [file for name, file in self._files.items() if not name.endswith(PACKED)]
        self.size = sum(len(each.content) for each in (self._page, *loaded))

    def _rendered(self, page: str, names: list[str]) -> str:
        """The page with its build; the scripts of what is seen first are asked for at once."""
        here = f"/static/{self.build}/"
        scripts = [name for name in names if name.endswith(".js") and not name.startswith(LATER)]
        added = [f'<meta name="build" content="{self.build}">']
        added += [f"<link rel=modulepreload href={here}{script}>" for script in scripts]
        page = "\n".join(line.strip() for line in page.splitlines())  # indented for readers only
        head, end, body = page.replace('"/static/', f'"{here}').partition("</head>")
        return "\n".join([head.rstrip(), *added, end]) + body

    def page(self, asked: Headers) -> Response:
        """The page itself, for a request with these headers; it is asked for each time."""
        headers = {"cache-control": "no-cache", "etag": f'W/"{self.build}"'}
        if f'"{self.build}"' in asked.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return self._page.response(asked, headers)

    def file(self, path: str, asked: Headers) -> Response:
        """The file at a path below `/static/`, which begins with the build.

        Raises:
            HTTPException: 404 if there is none; nobody may keep that answer.
        """
        build, _, name = path.partition("/")
        if build != self.build or name not in self._files:
            raise HTTPException(
                404,
                "there is no such file in this version of the page: reload it",
                {"cache-control": "no-store"},
            )
        return self._files[name].response(asked, {"cache-control": FOR_EVER})
