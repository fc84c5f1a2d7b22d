#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes the samples in this folder: TIFF files of libtiff (Debian's libtiff-tools) and of tifffile.

They are kept with the tests, so this runs only for new ones: pip install tifffile imagecodecs pillow.
The values are those of TiffSample.java; names begin with the type of the pixels.
"""
import os
import subprocess
import tempfile

import numpy
import tifffile
from PIL import Image

WIDTH, HEIGHT, DEPTH = 21, 14, 2

# What raw2tiff calls the types.
TYPES = {"byte": "byte", "ushort": "short", "short": "sshort", "int": "slong"}
TYPES.update({"float": "float", "double": "double"})


def value(x, y, z):
    run = (x // 5 + y // 3 + z) % 4 * 60
    noise = (x * 7 + y * 13 + z * 29) * (x ^ y) % 23
    return run if y % 4 == 3 else run + noise


def volume(kind):
    values = numpy.array(
        [[[value(x, y, z) for x in range(WIDTH)] for y in range(HEIGHT)] for z in range(DEPTH)]
    )
    if kind == "bit":
        return values > 100
    if kind == "byte":
        return values.astype("u1")
    if kind == "ushort":
        return (values * 257).astype("u2")
    if kind == "short":
        return (values * 257 - 32768).astype("i2")
    if kind == "int":
        return (values * 16843009 - 1234567).astype("i4")
    if kind == "double":
        return values / 7.0 - 3
    floats = values.astype("f4") / numpy.float32(7) - numpy.float32(3)
    floats[values == 60] = numpy.nan
    floats[values == 61] = -numpy.inf
    return floats


def run(*command):
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def plain(folder, kind, bit_order="-M"):
    """The volume as libtiff writes it from raw values."""
    pages = []
    for z, page in enumerate(volume(kind)):
        name = f"{folder}/{kind}{z}"
        if kind == "bit":
            with open(name, "wb") as file:
                file.write(f"P4 {WIDTH} {HEIGHT}\n".encode())
                file.write(numpy.packbits(page, axis=1).tobytes())
            run("ppm2tiff", "-c", "none", name, name + ".tif")
        else:
            page.tofile(name)
            size = ["-w", str(WIDTH), "-l", str(HEIGHT)]
            run("raw2tiff", *size, "-d", TYPES[kind], bit_order, name, name + ".tif")
        pages.append(name + ".tif")
    return pages


LIBTIFF = {
    "none": ["-c", "none", "-r", "5"],
    "none-big-endian": ["-c", "none", "-B"],
    "none-bigtiff": ["-c", "none", "-8", "-r", "1"],
    "none-tiles": ["-c", "none", "-t", "-w", "16", "-l", "16"],
    "lzw": ["-c", "lzw:1", "-r", "4"],
    "lzw-predictor": ["-c", "lzw:2", "-B"],
    "packbits": ["-c", "packbits", "-r", "3"],
    "packbits-tiles": ["-c", "packbits", "-t", "-w", "16", "-l", "16", "-8"],
    "zip": ["-c", "zip:1", "-r", "7", "-B"],
    "zip-predictor": ["-c", "zip:2", "-r", "6"],
    "zip-predictor-tiles": ["-c", "zip:2", "-t", "-w", "32", "-l", "16", "-B", "-8"],
    "zip-floating": ["-c", "zip:3"],
    "lzw-floating": ["-c", "lzw:3", "-r", "3"],  # with -B libtiff 4.5 writes other values
}


def libtiff(folder, kind):
    pages = plain(folder, kind)
    for name, options in LIBTIFF.items():
        predictor = "predictor" in name and kind == "bit"
        floating = "floating" in name and kind not in ("float", "double")
        if not predictor and not floating:
            run("tiffcp", *options, *pages, f"{kind}-libtiff-{name}.tif")


def other(name, kind, **options):
    tifffile.imwrite(f"{kind}-tifffile-{name}.tif", volume(kind), photometric="minisblack", **options)


def reversed_bits(folder, kind, name, *options):
    run("tiffcp", *options, *plain(folder, kind, "-L"), f"{kind}-libtiff-{name}.tif")


# By Pillow, which has libtiff pack them; tags are RowsPerStrip, T4Options, the order of bits, and
# that white is zero, for which Pillow inverts what it is given.
CCITT = {
    "runs": ("tiff_ccitt", {278: 5}),
    "3": ("group3", {278: 6}),
    "3-two-dimensions": ("group3", {292: 1}),
    "3-filled": ("group3", {292: 5, 278: 4}),
    "4": ("group4", {}),
    "4-white-is-zero": ("group4", {262: 0, 278: 4}),
    "4-fill-order": ("group4", {266: 2}),
}


def pillow(name, pages, packing, tags):
    options = {"save_all": True, "append_images": pages[1:], "tiffinfo": tags}
    pages[0].save(f"{name}.tif", compression=packing, **options)


def ccitt():
    for name, (packing, tags) in CCITT.items():
        bits = [page != (262 in tags) for page in volume("bit")]
        pages = [Image.fromarray(page.astype("u1") * 255).convert("1") for page in bits]
        pillow("bit-libtiff-ccitt-" + name, pages, packing, tags)


def jpeg():
    """Squares of 8 x 8 pixels with one value each, which JPEG keeps as they are."""
    y, x = numpy.mgrid[:HEIGHT, :WIDTH] // 8
    pages = [Image.fromarray((x * 40 + y * 70 + z * 25).astype("u1")) for z in range(DEPTH)]
    pillow("lossy/byte-libtiff-jpeg", pages, "jpeg", {278: 8})


os.chdir(os.path.dirname(os.path.abspath(__file__)))
with tempfile.TemporaryDirectory() as temporary:
    for pixels in ("bit", "byte", "ushort", "short", "int", "float", "double"):
        libtiff(temporary, pixels)
    reversed_bits(temporary, "ushort", "none-fill-order", "-c", "none")
    reversed_bits(temporary, "byte", "lzw-fill-order", "-c", "lzw")
ccitt()
jpeg()
slices = {"axes": "ZYX", "spacing": 2.5, "unit": "um"}
for pixels in ("byte", "ushort", "float"):
    other("imagej", pixels, imagej=True, resolution=(4, 4), metadata=slices)
    other("ome", pixels, ome=True, metadata={"axes": "ZYX"})
other("imagej-truncated", "ushort", imagej=True, truncate=True, metadata=slices)
other("bigtiff", "short", bigtiff=True, byteorder=">", compression="zlib", predictor=True)
other("tiles", "float", tile=(16, 16), compression="zlib", predictor=True)
other("floating", "float", byteorder=">", compression="zlib", predictor=3)
other("tiles", "byte", tile=(16, 32), compression="lzw", predictor=True)
other("packbits", "ushort", compression="packbits", rowsperstrip=4)
