#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes docs/pictures/random_walker*.png anew, and prints the errors that docs/random_walker.md
names: of Bitvox, and of scikit-image with its default stop, against a direct solution in double
precision. Needs the Debian packages python3-skimage (which brings SciPy) and python3-tifffile.
"""

import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
import skimage.io
import skimage.segmentation
import tifffile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
SIDE = 160
BETA = 130
COLOURS = np.array([(230, 80, 60), (60, 140, 230), (70, 180, 90), (240, 190, 50)], float)


def four_regions(noise):
    """Values 0.2 apart, from 0.2 to 0.8, whose edges are waves; and a disc as seed in each."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(float)
    right = x > 80 + 18 * np.sin(2 * np.pi * y / 107)
    low = y > 80 + 15 * np.sin(2 * np.pi * x / 107)
    image = 0.2 + 0.2 * right + 0.4 * low
    image = image + np.random.default_rng(5).normal(0, noise, image.shape)
    seeds = np.zeros((SIDE, SIDE), np.uint8)
    for label, (cx, cy) in enumerate([(32, 40), (120, 40), (32, 120), (128, 120)], 1):
        seeds[(x - cx) ** 2 + (y - cy) ** 2 <= 5**2] = label
    return image.astype(np.float32), seeds


def directly(image, seeds):
    """The probabilities, of a sparse LU factorisation."""
    image = image.astype(float)
    number = np.arange(image.size).reshape(image.shape)
    first = np.concatenate([number[:, :-1].ravel(), number[:-1].ravel()])
    second = np.concatenate([number[:, 1:].ravel(), number[1:].ravel()])
    values = image.ravel()
    steps = (values[first] - values[second]) ** 2
    weights = np.exp(-BETA * steps / (10 * image.std())) + 1e-10
    links = scipy.sparse.coo_matrix((weights, (first, second)), (image.size,) * 2).tocsr()
    links = links + links.T
    laplacian = scipy.sparse.diags(np.asarray(links.sum(1)).ravel()) - links
    free, given = np.flatnonzero(seeds.ravel() == 0), np.flatnonzero(seeds)
    factors = scipy.sparse.linalg.splu(laplacian[free][:, free].tocsc())
    result = np.zeros((4, image.size))
    for label in range(1, 5):
        is_seed = (seeds.ravel()[given] == label).astype(float)
        result[label - 1, given] = is_seed
        result[label - 1, free] = factors.solve(-laplacian[free][:, given] @ is_seed)
    return result.reshape(4, SIDE, SIDE)


def by_bitvox(image, seeds, folder):
    tifffile.imwrite(folder / "image.tif", image)
    tifffile.imwrite(folder / "seeds.tif", seeds)
    subprocess.run(
        [ROOT / "bitvox", "run", "random_walker", "input=image.tif", "seeds=seeds.tif",
         f"beta={BETA}", "output=labels.tif", "probabilities=probabilities.tif"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    return tifffile.imread(folder / "probabilities.tif").reshape(4, SIDE, SIDE)


def by_scikit_image(image, seeds):
    return skimage.segmentation.random_walker(
        image.astype(float), seeds, beta=BETA, mode="cg_j", return_full_prob=True)  # fmt: skip


def twice(picture):
    return picture.repeat(2, axis=0).repeat(2, axis=1)


def side_by_side(left, right):
    gap = np.full((2 * SIDE, 10, 3), 255)
    return np.concatenate([twice(left), gap, twice(right)], axis=1).round().astype(np.uint8)


def heat(error):
    """From black for 0.001 over red and yellow to white for 1."""
    t = np.clip(np.log10(np.maximum(error, 1e-9)) / 3 + 1, 0, 1)[..., None]
    return 255 * np.clip(3 * t - np.array([0, 1, 2]), 0, 1)


def main():
    for noise in (0.05, 0.2):
        image, seeds = four_regions(noise)
        truth = directly(image, seeds)
        with tempfile.TemporaryDirectory() as folder:
            ours = by_bitvox(image, seeds, pathlib.Path(folder))
        usual = by_scikit_image(image, seeds)
        for name, found in (("Bitvox", ours), ("scikit-image", usual)):
            wrong = (found.argmax(0) != truth.argmax(0)).sum()
            print(f"noise {noise}: {name} is off by up to {abs(found - truth).max():.2g}, "
                  f"{wrong} of {image.size} pixels have another label")  # fmt: skip
    grey = np.repeat(255 * np.clip(image, 0, 1)[..., None], 3, axis=2)
    marked = grey.copy()
    marked[seeds > 0] = COLOURS[seeds[seeds > 0] - 1]
    coloured = 0.4 * grey + 0.6 * COLOURS[ours.argmax(0)]
    skimage.io.imsave(PICTURES / "random_walker.png", side_by_side(marked, coloured))
    errors = [abs(found - truth).max(0) for found in (usual, ours)]
    skimage.io.imsave(PICTURES / "random_walker_error.png", side_by_side(*map(heat, errors)))


main()
