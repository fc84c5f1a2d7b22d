#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/pictures/surface.png anew: part of a foam, its mesh as the voxels give it and smoothed.
Needs the Debian package python3-numpy. BITVOX names another program than ./bitvox run.
"""

import os
import pathlib
import struct
import subprocess
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BITVOX = os.environ.get("BITVOX", f"{ROOT}/bitvox run").split()
SIDE = 48  # voxels
PIXELS = 420


def run(*arguments):
    subprocess.run([*BITVOX, *arguments], check=True, stdout=subprocess.DEVNULL)


def read_stl(path):
    """Corners of triangles, an array of n x 3 x 3."""
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    data = path.read_bytes()
    assert len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]
    return np.frombuffer(data, record, offset=84)["corners"].astype(float)


def rotation():
    a, b = np.radians(35), np.radians(-28)
    around_y = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    around_x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    return around_x @ around_y


def draw(corners):
    """Seen from the front: the nearest triangle at each pixel, as bright as it faces the light."""
    corners = (corners - (SIDE - 1) / 2) @ rotation().T
    scale = PIXELS / (1.62 * SIDE)
    points = corners * scale + np.array([PIXELS / 2, PIXELS / 2, 0])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-30
    light = np.array([-0.45, -0.6, -0.66])
    shade = 45 + 200 * np.clip(normals @ light, 0, 1)
    depth = np.full((PIXELS, PIXELS), np.inf)
    image = np.full((PIXELS, PIXELS), 255.0)
    for p, value, normal in zip(points, shade, normals):
        if normal[2] >= 0:
            continue  # turned away
        low = np.maximum(np.ceil(p[:, :2].min(0)).astype(int), 0)
        high = np.minimum(np.floor(p[:, :2].max(0)).astype(int), PIXELS - 1)
        if (low > high).any():
            continue
        x, y = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        sides = []
        for k in range(3):
            a, b = p[k], p[(k + 1) % 3]
            sides.append((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]))
        inside = (np.array(sides) <= 0).all(0)
        z = p[0, 2] - (normal[0] * (x - p[0, 0]) + normal[1] * (y - p[0, 1])) / normal[2]
        rows, columns = y[inside], x[inside]
        nearer = z[inside] < depth[rows, columns]
        depth[rows[nearer], columns[nearer]] = z[inside][nearer]
        image[rows[nearer], columns[nearer]] = value
    return image


def write_png(path, image):
    height, width = image.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), image.astype(np.uint8)]).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, data in chunks:
            crc = struct.pack(">I", zlib.crc32(name + data))
            file.write(struct.pack(">I", len(data)) + name + data + crc)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sides = [f"{side}={SIDE}" for side in ("width", "height", "depth")]
        run("sample_foam", *sides, "seed=2", f"output={folder}/foam.tif")
        panels = []
        for smooth in (0, 15):
            run("surface", f"input={folder}/foam.tif", f"smooth={smooth}", f"output={folder}/foam.stl")
            panels.append(draw(read_stl(folder / "foam.stl")))
        write_png(ROOT / "docs" / "pictures" / "surface.png", np.hstack(panels))


if __name__ == "__main__":
    main()
