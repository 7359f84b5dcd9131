"""Make the icons that can't be SVG from the page's `icon.svg`: `python tools/icons.py`.

Chromium draws them: two sizes for manifests, one on a full square ground with its picture in
the middle ("maskable": systems cut any shape out of it), and a square one for Apple's.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from pathlib import Path

from browser import launched
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "src" / "squeezebox" / "web" / "static"
LARGEST = 6_000
"""Bytes that an icon may have."""

# What is drawn: a file's name, its size in pixels, and how much of it the picture fills where
# the ground goes to the edges (0: as it is, with round corners on nothing).
ICONS = (("192", 192, 0.0), ("512", 512, 0.0), ("maskable", 512, 0.9), ("touch", 180, 1.0))


DRAW = """async ([svg, size]) => {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, size, size);
  return Array.from(new Uint32Array(context.getImageData(0, 0, size, size).data.buffer));
}"""


def picture(svg: str, fills: float) -> str:
    """The icon as SVG, in the middle of a square ground if it shall fill a part of one."""
    ground = re.search(r'<rect width="64" height="64" rx="14" fill="(#[0-9a-f]+)"/>', svg)
    assert ground is not None, "the icon's ground is expected as its first rectangle"
    if not fills:
        return svg
    inner = svg.replace(ground[0], "").partition(">")[2].removesuffix("</svg>")
    move = 32 * (1 - fills)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="{ground[1]}"/>'
        f'<g transform="translate({move} {move}) scale({fills})">{inner}</g></svg>'
    )


def packed(pixels: list[int], size: int, colours: int = 32) -> bytes:
    """A PNG of pixels (red in the lowest byte), with the colours that are most of it."""
    channels = {pixel: pixel.to_bytes(4, "little") for pixel in set(pixels)}
    palette = [pixel for pixel, _ in Counter(pixels).most_common(colours)]

    def nearest(pixel: int) -> int:
        red, green, blue, alpha = channels[pixel]
        far = [
            (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 + 3 * (alpha - a) ** 2
            for r, g, b, a in (channels[one] for one in palette)
        ]
        return far.index(min(far))

    index = {pixel: nearest(pixel) for pixel in channels}
    rows = b"".join(
        b"\0" + bytes(index[pixel] for pixel in pixels[start : start + size])
        for start in range(0, size * size, size)
    )
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(channels[pixel][:3] for pixel in palette)),
            _chunk(b"tRNS", b"".join(channels[pixel][3:] for pixel in palette)),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def main() -> None:
    """Draw all icons."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8").strip()
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        for name, size, fills in ICONS:
            png = packed(page.evaluate(DRAW, [picture(svg, fills), size]), size)
            assert len(png) <= LARGEST, f"{name}: {len(png)} bytes"
            (folder / f"{name}.png").write_bytes(png)
            print(f"{name}.png {len(png)} bytes")
        browser.close()


if __name__ == "__main__":
    main()
