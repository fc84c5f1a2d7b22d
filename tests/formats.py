# SPDX-License-Identifier: BSD-2-Clause
"""Compares what Bitvox converts with what others read: python3 formats.py FOLDER COMMAND...

COMMAND is that of "bitvox run". Volumes of every type are written by nibabel, converted to every
format, and back to NIfTI; voxels, sizes, units and places must be the same to nibabel, tifffile and,
if plastimatch is there, to ITK, by which SimpleITK reads too.
"""

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import nibabel
import numpy
import tifffile

nibabel.imageglobals.logger.setLevel("ERROR")
TYPES = "uint8 int8 uint16 int16 uint32 int32 uint64 int64 float32 float64".split()
OF_ITK = ["uint8", "uint16", "int16", "uint32", "int32", "float32"]
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
            check_ome(file.ome_metadata)
            pixels = next(e for e in xml.etree.ElementTree.fromstring(file.ome_metadata).iter()
                          if e.tag.endswith("Pixels"))
            sizes = [float(pixels.get(f"PhysicalSize{axis}")) for axis in "XYZ"]
            numpy.testing.assert_allclose(sizes, [0.25, 0.5, 2], rtol=1e-6)
            assert pixels.get("PhysicalSizeZUnit") == "µm"
        else:
            assert file.imagej_metadata["unit"] in ("um", "µm", "\\u00B5m"), file.imagej_metadata
            numpy.testing.assert_allclose(file.imagej_metadata["spacing"], 2, rtol=1e-6)


# Of the schema of OME, 2016-06, what can be in the files: attributes with their values, those that
# must be there with a star, and the elements within, in this order. It is no part of Debian.
NUMBER = r"[1-9][0-9]*"
INDEX = r"[0-9]+"
SIZE = r"(?!0*\.?0*(e|E|$))[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?"
LENGTH = "µm|mm|m|cm|nm|pm"
OME = {
    "OME": ({}, ["Image"]),
    "Image": ({"*ID": r"Image:\S+"}, ["Pixels"]),
    "Pixels": ({
        "*ID": r"Pixels:\S+", "*DimensionOrder": "XY(ZCT|ZTC|CTZ|CZT|TCZ|TZC)",
        "*Type": "u?int(8|16|32)|float|double|bit|complex|double-complex", "*SizeX": NUMBER,
        "*SizeY": NUMBER, "*SizeZ": NUMBER, "*SizeC": NUMBER, "*SizeT": NUMBER,
        "BigEndian": "true|false", "PhysicalSizeX": SIZE, "PhysicalSizeXUnit": LENGTH,
        "PhysicalSizeY": SIZE, "PhysicalSizeYUnit": LENGTH, "PhysicalSizeZ": SIZE,
        "PhysicalSizeZUnit": LENGTH, "TimeIncrement": SIZE}, ["Channel", "TiffData"]),
    "Channel": ({"*ID": r"Channel:\S+", "SamplesPerPixel": NUMBER}, []),
    "TiffData": ({"IFD": INDEX, "PlaneCount": INDEX}, []),
}


def check_ome(text):
    root = xml.etree.ElementTree.fromstring(text)
    for element in root.iter():
        space, name = element.tag[1:].split("}")
        assert space == "http://www.openmicroscopy.org/Schemas/OME/2016-06", space
        attributes, within = OME[name]
        allowed = {key.lstrip("*"): value for key, value in attributes.items()}
        own = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
        for key, value in own.items():
            assert re.fullmatch(allowed[key], value), (name, key, value)
        missing = [key for key in attributes if key[0] == "*" and key[1:] not in own]
        assert not missing, (name, missing)
        children = [child.tag.split("}")[1] for child in element]
        assert children == sorted(children, key=within.index), (name, children)
        assert set(children) == set(within), (name, children)
    ids = [element.get("ID") for element in root.iter() if element.get("ID")]
    assert len(ids) == len(set(ids)), ids
    pixels = next(element for element in root.iter() if element.tag.endswith("Pixels"))
    samples = [int(e.get("SamplesPerPixel")) for e in pixels if e.tag.endswith("Channel")]
    assert sum(samples) == int(pixels.get("SizeC")), text


def by_itk(file):
    back = file + "-itk.nii"
    done = subprocess.run(["plastimatch", "convert", "--input", file, "--output-img", back],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return nibabel.load(back)


def same_to_itk(source, target):
    """Of the types that plastimatch has. Of NIfTI in micrometres ITK converts the sizes, not the
    place; other units it does not know. MetaImage, and what comes from it, has millimetres."""
    a, b = nibabel.Nifti1Image.from_image(nibabel.load(source)), by_itk(target)
    assert a.get_data_dtype() == b.get_data_dtype(), target
    if target.endswith(".gz"):
        nibabel.save(a, target + "-source.nii")
        a = by_itk(target + "-source.nii")
    numpy.testing.assert_array_equal(numpy.asarray(a.dataobj), numpy.asarray(b.dataobj), target)
    unit = 1e-3 if target.endswith((".mha", ".nii")) else 1
    numpy.testing.assert_allclose(a.affine[:3] * unit, b.affine[:3], atol=1e-4, err_msg=target)


def check_series(folder, command):
    """Channels and frames are in the order of OME-XML."""
    volume = numpy.arange(2 * 3 * 4 * 5 * 6, dtype=numpy.uint16).reshape(2, 3, 4, 5, 6)
    source, target = f"{folder}/series.tif", f"{folder}/series.ome.tif"
    tifffile.imwrite(source, volume, imagej=True, metadata={"axes": "TZCYX", "finterval": 0.5})
    convert(command, source, target)
    with tifffile.TiffFile(target) as file:
        check_ome(file.ome_metadata)
        assert file.series[0].axes == "TZCYX", file.series[0].axes
        numpy.testing.assert_array_equal(volume, file.asarray())


def main(folder, command):
    itk = shutil.which("plastimatch")
    check_series(folder, command)
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
            if itk and name in OF_ITK:
                same_to_itk(source, target)
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
    print(f"{len(TYPES)} types by 6 formats{', also by ITK' if itk else ''}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
