# SPDX-License-Identifier: BSD-2-Clause
"""Compares what Bitvox converts with what nibabel and tifffile read: python3 formats.py FOLDER COMMAND...

COMMAND is that of "bitvox run". Volumes of every type are written by nibabel, converted to every
format, and back to NIfTI; voxels, sizes, units and places must be the same.
"""

import subprocess
import sys
import xml.etree.ElementTree

import nibabel
import numpy
import tifffile

TYPES = "uint8 int8 uint16 int16 uint32 int32 uint64 int64 float32 float64".split()
OF_IMAGEJ = ["uint8", "uint16", "int16", "float32", "float64"]


def convert(command, source, target):
    subprocess.run([*command, "convert", f"input={source}", f"output={target}"], check=True,
                   stdout=subprocess.DEVNULL)


def affine(random):
    turn, _ = numpy.linalg.qr(random.normal(size=(3, 3)))
    matrix = numpy.eye(4)
    matrix[:3, :3] = turn @ numpy.diag([0.25, 0.5, 2])
    matrix[:3, 3] = [3, -20, 150.5]
    return matrix


def same_nifti(source, target):
    a, b = nibabel.load(source), nibabel.load(target)
    assert a.get_data_dtype() == b.get_data_dtype(), target
    numpy.testing.assert_array_equal(numpy.asarray(a.dataobj), numpy.asarray(b.dataobj), target)
    numpy.testing.assert_allclose(a.affine, b.affine, atol=1e-4, err_msg=target)
    numpy.testing.assert_allclose(a.header.get_zooms(), b.header.get_zooms(), rtol=1e-6)
    for image in a, b:  # matrix and quaternion say the same
        numpy.testing.assert_allclose(image.get_qform(), image.get_sform(), atol=1e-4)
    assert a.header.get_xyzt_units()[0] == b.header.get_xyzt_units()[0], target


def same_tiff(volume, target):
    with tifffile.TiffFile(target) as file:
        found = file.asarray()
        numpy.testing.assert_array_equal(numpy.squeeze(volume.transpose()), found, target)
        assert found.dtype == volume.dtype, (target, found.dtype)
        if file.ome_metadata:
            pixels = next(e for e in xml.etree.ElementTree.fromstring(file.ome_metadata).iter()
                          if e.tag.endswith("Pixels"))
            sizes = [float(pixels.get(f"PhysicalSize{axis}")) for axis in "XYZ"]
            numpy.testing.assert_allclose(sizes, [0.25, 0.5, 2], rtol=1e-6)
            assert pixels.get("PhysicalSizeZUnit") == "µm"
        else:
            assert file.imagej_metadata["unit"] in ("um", "µm", "\\u00B5m"), file.imagej_metadata
            numpy.testing.assert_allclose(file.imagej_metadata["spacing"], 2, rtol=1e-6)


def main(folder, command):
    random = numpy.random.default_rng(40)
    for number, name in enumerate(TYPES):
        kind = numpy.dtype(name)
        bits = random.integers(0, 256, (7, 6, 5, kind.itemsize), numpy.uint8)
        volume = bits.reshape(7, 6, -1).view(kind).reshape(7, 6, 5)
        if kind.kind == "f":
            volume = random.normal(size=(7, 6, 5)).astype(kind)
        image = [nibabel.Nifti1Image, nibabel.Nifti2Image][number % 2](
            volume, affine(random), dtype=kind)
        image.header.set_xyzt_units("micron")
        image.set_qform(image.affine, 1)
        image.set_sform(image.affine, 1)
        source = f"{folder}/{name}.nii"
        nibabel.save(image, source)
        last = source
        for ending in ("nii.gz", "nrrd", "mha", "nii"):
            target = f"{folder}/{name}-{ending.replace('.', '-')}.{ending}"
            convert(command, last, target)
            last = target
            if ending == "nii.gz":
                same_nifti(source, target)
        back, unit = nibabel.load(last), nibabel.load(source)
        assert back.header.get_xyzt_units()[0] == "mm", "MetaImage has millimetres"
        numpy.testing.assert_array_equal(numpy.asarray(unit.dataobj), numpy.asarray(back.dataobj))
        numpy.testing.assert_allclose(unit.affine[:3] / 1000, back.affine[:3], atol=1e-6)
        if name in OF_IMAGEJ:
            for ending in ("tif", "ome.tif"):
                target = f"{folder}/{name}.{ending}"
                convert(command, source, target)
                same_tiff(volume, target)
    print(f"{len(TYPES)} types by 6 formats")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
