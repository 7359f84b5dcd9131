"""The page's files as they are served: builds, what browsers may keep, icons and manifest."""

from __future__ import annotations

import json
import re
import shutil
import struct
from pathlib import Path

import pytest
import tree_sitter_javascript
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from tree_sitter import Language, Node, Parser

from squeezebox.web.app import BUILD, create_app
from squeezebox.web.files import FOR_EVER, SMALLER, STATIC, TYPES, Files

CLIENT = TestClient(create_app())
BUILD_NOW = Files().build
SCRIPTS = sorted(p.relative_to(STATIC).as_posix() for p in STATIC.rglob("*.js"))


def of(name: str) -> str:
    return f"/static/{BUILD_NOW}/{name}"


def test_the_page_names_its_build_and_is_asked_for_again() -> None:
    answer = CLIENT.get("/")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers[BUILD] == BUILD_NOW
    assert f'<meta name="build" content="{BUILD_NOW}">' in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    again = CLIENT.get("/", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]
    assert CLIENT.get("/", headers={"if-none-match": 'W/"another"'}).status_code == 200
    head = CLIENT.head("/")
    assert (head.status_code, head.content) == (200, b"")


def test_all_that_the_page_asks_for_is_there_and_kept_for_ever() -> None:
    page = CLIENT.get("/").text
    asked = re.findall(r'(?:href|src)="(/[^"]*)"', page)
    assert all(address.startswith(f"/static/{BUILD_NOW}/") for address in asked)
    for address in asked:
        answer = CLIENT.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == FOR_EVER
    preloaded = re.findall(r"<link rel=modulepreload href=([^>]*)>", page)
    assert preloaded == [of(name) for name in SCRIPTS if not name.startswith("screens/")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_import_each_other_relatively(name: str) -> None:
    """So they stay in their build; and what they import is there."""
    text = (STATIC / name).read_text(encoding="utf-8")
    for found in re.findall(r"""(?:^import|from|import\()\s*["']([^"']+\.js)["']""", text):
        assert found.startswith("."), found
        assert ((STATIC / name).parent / found).resolve().is_file(), found
    assert "/static/" not in text


def test_files_come_whole_and_with_their_kind() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file() and path.name != "index.html":
            name = path.relative_to(STATIC).as_posix()
            for encoding in ("identity", "gzip"):
                answer = CLIENT.get(of(name), headers={"accept-encoding": encoding})
                source = path.read_bytes()
                if path.suffix in SMALLER:
                    source = SMALLER[path.suffix](source.decode()).encode()
                assert answer.content == source, name
                assert answer.headers["content-type"] == TYPES[path.suffix]
                packed = encoding == "gzip" and path.suffix != ".png"
                assert (answer.headers.get("content-encoding") == "gzip") == packed
                assert ("vary" in answer.headers) == (path.suffix != ".png")


@pytest.mark.parametrize(
    "path",
    ["main.js", f"{'0' * 8}/main.js", f"{BUILD_NOW}/nothing.js", f"{BUILD_NOW}/index.html",
     f"{BUILD_NOW}/%2e%2e/app.py", f"{BUILD_NOW}//etc/passwd", BUILD_NOW, "", "../app.py"],
)  # fmt: skip
def test_what_is_not_of_this_build_is_not_found_and_not_kept(path: str) -> None:
    answer = CLIENT.get(f"/static/{path}")
    assert answer.status_code == 404
    assert answer.json()["message"]
    if answer.url.path.startswith("/static/"):
        assert answer.headers["cache-control"] == "no-store"


def test_a_build_follows_from_its_files_alone(tmp_path: Path) -> None:
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    (copy / ".hidden~").write_text("of an editor")
    assert Files(copy).build == BUILD_NOW
    (copy / "style" / "base.css").write_text("/* other */")
    other = Files(copy)
    assert other.build != BUILD_NOW
    (copy / "main.js").rename(copy / "later.js")
    assert Files(copy).build not in {other.build, BUILD_NOW}
    (copy / "later.js").write_text("changed while it is served")  # what is served isn't
    assert TestClient(create_app(copy)).get("/").headers[BUILD] == Files(copy).build


# ---------------------------------------------------------------- icons and manifest


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_manifest_and_its_icons() -> None:
    address = re.findall(r'rel="manifest" href="([^"]*)"', CLIENT.get("/").text)[0]
    answer = CLIENT.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert {k: manifest[k] for k in ("short_name", "start_url", "display", "scope")} == {
        "short_name": "Squeezebox", "start_url": "/", "display": "standalone", "scope": "/",
    }  # fmt: skip
    purposes = {icon.get("purpose", "any") for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = CLIENT.get(address.rpartition("/")[0] + "/" + icon["src"])
        assert found.status_code == 200
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*size_of(found.content))
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_icons_are_small() -> None:
    icons = sorted((STATIC / "icons").glob("*.png"))
    assert len(icons) == 4
    for icon in icons:
        assert icon.stat().st_size <= 6_000, icon.name
    assert size_of((STATIC / "icons" / "touch.png").read_bytes()) == (180, 180)


def test_the_frame_has_the_papers_colour() -> None:
    """What a browser puts around the page is coloured like it, in light and dark."""
    style = (STATIC / "style" / "base.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"--paper: light-dark\((#\w+), (#\w+)\);", style)[0]
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for scheme, colour in (("light", light), ("dark", dark)):
        media = f'media="(prefers-color-scheme: {scheme})"'
        assert f'<meta name="theme-color" {media} content="{colour}">' in page
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["background_color"] == manifest["theme_color"] == light


# ---------------------------------------------------------------- scripts as they are sent

PARSER = Parser(Language(tree_sitter_javascript.language()))


def read_script(script: bytes) -> list[tuple[str, bytes]]:
    """A script as a parser reads it: its parts, and their texts where they have no parts."""
    found: list[tuple[str, bytes]] = []
    waiting: list[Node] = [PARSER.parse(script).root_node]
    while waiting:
        node = waiting.pop()
        if node.type in ("comment", ";"):  # a semicolon that a line's end stands for has no text
            continue
        assert not node.is_error
        assert not node.is_missing
        found.append((node.type, b"" if node.children else node.text or b""))
        waiting += node.children
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_sent_smaller_and_means_the_same(name: str) -> None:
    """Fails for what the means of making it smaller don't understand: rewrite that line."""
    source = (STATIC / name).read_bytes()
    sent = CLIENT.get(of(name)).content
    assert len(sent) < len(source)
    assert read_script(sent) == read_script(source)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (b"a = `b ${c} d`", b"a = `b ${c}d`", False),
        (b"a = /b  c/", b"a = /b c/", False),
        (b"a = b\n;(c)", b"a = b\n(c)", False),
        (b"a = '  '", b"a = ' '", False),
        (b"a + +b", b"a + b", False),
        (b"/* a */ a = b;\nc = d;", b"a=b\nc=d", True),
    ],
)
def test_other_scripts_are_read_as_others(one: bytes, other: bytes, same: bool) -> None:
    assert (read_script(one) == read_script(other)) == same


def test_comments_stay_here(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<head></head>")
    (tmp_path / "a.js").write_text('// one\n\n/**\n * two\n */\n  const a = "// b"; // three\n')
    (tmp_path / "a.css").write_text("/* one\n two */\na { b: c d; } /* three */\n")
    files = Files(tmp_path)

    def sent(name: str) -> bytes:
        return bytes(files.file(f"{files.build}/{name}", Headers()).body)

    assert sent("a.js") == b'const a="// b";'
    assert sent("a.css") == b"a{b:c d}"
