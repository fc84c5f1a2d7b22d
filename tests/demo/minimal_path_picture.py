#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/pictures/minimal_path.png anew. Needs the Debian package python3-numpy."""

import csv
import pathlib
import struct
import subprocess
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIDE = 160
SCALE = 3
COLOURS = np.array([(255, 220, 0), (0, 220, 255), (255, 80, 255), (80, 230, 80)], float)
POINTS = [(12, 84), (64, 80), (148, 30), (150, 88), (118, 146)]


def scene():
    """Bright tubes that branch, in noise."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[:SIDE, :SIDE].astype(float)
    near = np.full((SIDE, SIDE), 1e9)

    def tube(start, end, bend):
        t = np.linspace(0, 1, 300)
        wave = bend * np.sin(3 * np.pi * t)
        (x0, y0), (x1, y1) = start, end
        across = np.array([y0 - y1, x1 - x0], float) / np.hypot(x1 - x0, y1 - y0)
        for px, py in zip(x0 + t * (x1 - x0) + wave * across[0], y0 + t * (y1 - y0) + wave * across[1]):
            np.minimum(near, (x - px) ** 2 + (y - py) ** 2, out=near)

    tube(POINTS[0], POINTS[1], 6)
    for end, bend in zip(POINTS[2:], (7, -6, 8)):
        tube(POINTS[1], end, bend)
    image = 40 + 170 * np.exp(-near / 9) + random.normal(0, 14, near.shape)
    return np.clip(image, 1, 255).astype(np.uint8)


def paths_of(image, paths, folder):
    """Of each path its pixels, by Bitvox."""
    (folder / "image.raw").write_bytes(image.tobytes())
    (folder / "points.csv").write_text("x,y\n" + "".join(f"{x},{y}\n" for x, y in POINTS))
    subprocess.run(
        [ROOT / "bitvox", "run", "minimal_path", "input=image.raw", f"width={SIDE}", f"height={SIDE}",
         "points=points.csv", "cost=reciprocal", f"paths={paths}", "nodes=nodes.csv"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    with open(folder / "nodes.csv", newline="") as file:
        return [(int(row["Path"]), int(row["X (voxels)"]), int(row["Y (voxels)"]))
                for row in csv.DictReader(file)]  # fmt: skip


def drawn(image, nodes):
    picture = np.repeat(image[..., None].astype(float), 3, axis=2)
    picture = picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)
    for path, x, y in nodes:
        picture[SCALE * y : SCALE * (y + 1), SCALE * x : SCALE * (x + 1)] = COLOURS[path - 1]
    for x, y in POINTS:
        cx, cy = SCALE * x + 1, SCALE * y + 1
        picture[cy - 6 : cy + 7, cx - 6 : cx + 7] = 0
        picture[cy - 5 : cy + 6, cx - 5 : cx + 6] = 255
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
    image = scene()
    with tempfile.TemporaryDirectory() as folder:
        parts = [drawn(image, paths_of(image, paths, pathlib.Path(folder)))
                 for paths in ("chain", "from_first")]  # fmt: skip
    gap = np.full((SIDE * SCALE, 12, 3), 255.0)
    write_png(ROOT / "docs" / "pictures" / "minimal_path.png",
              np.concatenate([parts[0], gap, parts[1]], axis=1))  # fmt: skip


main()
