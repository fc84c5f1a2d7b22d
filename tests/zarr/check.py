#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Reads and writes arrays by python-zarr, for tests/launch/zarr_test.sh.

check.py write FOLDER          arrays in all codecs, types and orders, each beside its voxels
check.py read ARRAY VOXELS     the array has these voxels
"""
import sys

import numpy
import zarr
from numcodecs import Blosc, GZip, Zlib, Zstd


def volume(dtype):
    """Voxels with runs, so that they can be packed."""
    random = numpy.random.RandomState(7)
    values = random.randint(0, 100, size=(11, 23, 19)) // 7 * 7
    values[:, 5:15] = 13
    if dtype[1:] in ("i1", "i2", "i4"):
        values = values - 50
    if dtype[1:] == "f4":
        values = values / 3
    return values.astype(dtype)


def write(folder):
    compressors = {
        "none": None,
        "zlib": Zlib(5),
        "gzip": GZip(5),
        "zstd": Zstd(9),
    }
    for name in ("lz4", "lz4hc", "blosclz", "zlib", "zstd"):
        for shuffle in (0, 1, 2):
            compressors[f"blosc_{name}_{shuffle}"] = Blosc(name, 5, shuffle)
    ways = [(name, "<u2", "C") for name in compressors]
    ways += [("zstd", dtype, "C") for dtype in ("|u1", "|i1", ">u2", ">i2", "<i2", "<u4", ">f4", "<f4")]
    ways += [("blosc_lz4_1", ">u2", "F")]
    for compressor, dtype, order in ways:
        values = volume(dtype)
        name = f"{folder}/python_{compressor}_{'big' if dtype[0] == '>' else 'little'}{dtype[1:]}{order}"
        array = zarr.open(
            f"{name}.zarr",
            mode="w",
            shape=values.shape,
            chunks=(4, 8, 19),
            dtype=dtype,
            order=order,
            compressor=compressors[compressor],
        )
        array[:] = values
        values.astype(dtype.replace(">", "<")).tofile(f"{name}.bin")


def read(place, voxels):
    array = zarr.open(place, mode="r")
    expected = numpy.fromfile(voxels, dtype=array.dtype).reshape(array.shape)
    if not numpy.array_equal(array[:], expected):
        sys.exit(f"python-zarr reads other voxels in {place}")


{"write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
