#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/pictures/split_objects.png anew, and prints the numbers that docs/split_objects.md
names: how many voxels scikit-image's watershed of the same distance map from the same markers puts
into another part, and the times of both. Needs the Debian packages python3-skimage (which brings
SciPy) and python3-tifffile. BITVOX names another program than ./bitvox run.
"""

import os
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import scipy.ndimage
import skimage.io
import skimage.measure
import skimage.morphology
import skimage.segmentation
import tifffile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BITVOX = os.environ.get("BITVOX", f"{ROOT}/bitvox run").split()
ZYX = {"axes": "ZYX"}
CORNERS = np.ones((3, 3, 3))


def run(*arguments):
    printed = subprocess.run([*BITVOX, *arguments], check=True, stdout=subprocess.PIPE, text=True)
    return printed.stdout


def balls(shape, radii, count, seed):
    """Balls that overlap by a fifth of their radius at most, so that their necks are thin."""
    random = np.random.default_rng(seed)
    grid = np.stack(np.meshgrid(*[np.arange(side) for side in shape], indexing="ij"), -1)
    centres, sizes = [], []
    while len(centres) < count:
        centre, size = random.uniform(0, shape), random.uniform(*radii)
        apart = [np.linalg.norm(centre - c) - 0.85 * (size + s) for c, s in zip(centres, sizes)]
        if not apart or min(apart) > 0:
            centres.append(centre)
            sizes.append(size)
    volume = np.zeros(shape, bool)
    for centre, size in zip(centres, sizes):
        volume |= ((grid - centre) ** 2).sum(-1) <= size**2
    return volume


def compare(name, volume, h, folder):
    """The same distances, markers and neighbours."""
    distances = scipy.ndimage.distance_transform_edt(volume).astype(np.float32)
    peaks = skimage.morphology.h_maxima(distances, h, footprint=CORNERS)
    markers = skimage.measure.label(peaks, connectivity=3)
    tifffile.imwrite(folder / "volume.tif", (255 * volume).astype(np.uint8), imagej=True, metadata=ZYX)
    tifffile.imwrite(folder / "markers.tif", markers.astype(np.uint16), imagej=True, metadata=ZYX)
    files = [f"input={folder}/volume.tif", f"markers={folder}/markers.tif"]
    start = time.perf_counter()
    run("split_objects", *files, f"output={folder}/parts.tif", f"save={folder}/parts.csv")
    own_time = time.perf_counter() - start
    labels = tifffile.imread(folder / "parts.tif")
    rows = [line.split(",") for line in (folder / "parts.csv").read_text().splitlines()]
    marker_of = np.array([0] + [int(row[rows[0].index("Marker")]) for row in rows[1:]])
    start = time.perf_counter()
    peer = skimage.segmentation.watershed(-distances, markers, mask=volume, connectivity=CORNERS)
    peer_time = time.perf_counter() - start
    own = np.where(marker_of[labels] > 0, marker_of[labels], 0)
    differ = (own != peer) & volume
    big = np.iinfo(np.int64).max
    inside = np.where(volume, own, big)
    least = scipy.ndimage.minimum_filter(inside, footprint=CORNERS)
    most = scipy.ndimage.maximum_filter(np.where(volume, own, -1), footprint=CORNERS)
    beside = volume & (least != most)
    print(
        f"{name}: {markers.max()} markers, {volume.sum()} voxels, of which {differ.sum()} differ, "
        f"{(differ & ~beside).sum()} of them not beside a border; "
        f"{own_time:.2f} s with start and files, scikit-image {peer_time:.2f} s for the flood alone"
    )


def picture(folder):
    """A slice of touching balls, its distances, and the parts in colours with lines."""
    volume = balls((40, 150, 150), (11, 19), 45, 2)
    tifffile.imwrite(folder / "volume.tif", (255 * volume).astype(np.uint8), imagej=True, metadata=ZYX)
    run("split_objects", f"input={folder}/volume.tif", "line", f"output={folder}/parts.tif")
    labels = tifffile.imread(folder / "parts.tif")[20]
    distances = scipy.ndimage.distance_transform_edt(volume)[20]
    colours = np.random.default_rng(6).uniform(70, 250, (labels.max() + 1, 3))
    colours[0] = 0
    grey = [255 * volume[20], 255 * distances / distances.max()]
    panels = [np.repeat(image[..., None], 3, 2) for image in grey] + [colours[labels]]
    gap = np.full((150, 6, 3), 255)
    row = np.hstack([panels[0], gap, panels[1], gap, panels[2]]).astype(np.uint8)
    large = np.repeat(np.repeat(row, 2, 0), 2, 1)
    skimage.io.imsave(ROOT / "docs" / "pictures" / "split_objects.png", large, check_contrast=False)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        picture(folder)
        compare("balls", balls((96, 96, 96), (8, 16), 70, 3), 0.5, folder)
        noise = np.random.default_rng(4).normal(size=(96, 96, 96))
        blobs = scipy.ndimage.gaussian_filter(noise, 2.5)
        compare("blobs", blobs > np.median(blobs), 0.5, folder)
        run("sample_foam", "width=128", "height=128", "depth=128", f"output={folder}/foam.tif")
        compare("foam", tifffile.imread(folder / "foam.tif") > 0, 0.5, folder)


if __name__ == "__main__":
    main()
