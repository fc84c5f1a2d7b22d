#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/pictures/geodesic.png anew. Needs the Debian package python3-numpy."""

import pathlib
import struct
import subprocess
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIDE = 160
COLOURS = np.array([(230, 80, 60), (60, 140, 230), (70, 180, 90)], float)
SEEDS = [(20, 24), (138, 40), (70, 140)]


def scene():
    """A slow and a fast region with a wavy border, two walls with a gap each, three seeds."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(float)
    fast = y > 80 + 18 * np.sin(2 * np.pi * x / 90)
    image = np.where(fast, 25, 70 + 40 * np.sin(x / 9) * np.sin(y / 11)).astype(np.uint8)
    walls = (abs(x - 55) < 2) & (abs(y - 100) > 10) | (abs(x - 105) < 2) & (abs(y - 50) > 8)
    seeds = np.zeros((SIDE, SIDE), np.uint8)
    for label, (cx, cy) in enumerate(SEEDS, 1):
        seeds[cy, cx] = label
    return image, walls, seeds


def read_tiff(path, dtype):
    """The only slice of a file that Bitvox wrote, without compression."""
    data = path.read_bytes()
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, at)
    for i in range(count):
        tag, kind, _, _ = struct.unpack_from(order + "HHII", data, at + 2 + 12 * i)
        if tag == 273:
            form = "H" if kind == 3 else "I"
            (offset,) = struct.unpack_from(order + form, data, at + 10 + 12 * i)
    pixels = np.frombuffer(data, np.dtype(dtype).newbyteorder(order), SIDE * SIDE, offset)
    return pixels.reshape(SIDE, SIDE)


def by_bitvox(image, walls, seeds, folder):
    for name, pixels in [("image", image), ("seeds", seeds), ("mask", np.where(walls, 0, 255))]:
        (folder / f"{name}.raw").write_bytes(pixels.astype(np.uint8).tobytes())
    subprocess.run(
        [ROOT / "bitvox", "run", "geodesic", "input=image.raw", "seeds=seeds.raw", "mask=mask.raw",
         f"width={SIDE}", f"height={SIDE}", "output=distances.tif", "nearest=nearest.tif"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    return (read_tiff(folder / "distances.tif", np.float32),
            read_tiff(folder / "nearest.tif", np.uint16))  # fmt: skip


def grey(values):
    return np.repeat(values[..., None].astype(float), 3, axis=2)


def mark(picture, walls):
    picture[walls] = (150, 30, 30)
    for (cx, cy), colour in zip(SEEDS, COLOURS):
        picture[cy - 3 : cy + 4, cx - 3 : cx + 4] = 255
        picture[cy - 2 : cy + 3, cx - 2 : cx + 3] = colour
    return picture


def write_png(path, picture):
    height, width, _ = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture.astype(np.uint8))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                     + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))  # fmt: skip


def main():
    image, walls, seeds = scene()
    with tempfile.TemporaryDirectory() as folder:
        distances, nearest = by_bitvox(image, walls, seeds, pathlib.Path(folder))
    most = np.nanmax(distances)
    shade = np.nan_to_num(255 * distances / most)
    band = np.nan_to_num(20 * distances / most).astype(int)
    edge = np.zeros_like(walls)
    edge[:-1] |= band[:-1] != band[1:]
    edge[:, :-1] |= band[:, :-1] != band[:, 1:]
    middle = grey(shade)
    middle[edge] = (60, 140, 230)
    right = COLOURS[np.maximum(nearest.astype(int), 1) - 1] * (0.45 + 0.55 * image[..., None] / 110.0)
    gap = np.full((SIDE, 6, 3), 255.0)
    parts = [mark(grey(image * 2.0), walls), gap, mark(middle, walls), gap, mark(right, walls)]
    picture = np.clip(np.concatenate(parts, axis=1), 0, 255).repeat(2, axis=0).repeat(2, axis=1)
    write_png(ROOT / "docs" / "pictures" / "geodesic.png", picture)


main()
