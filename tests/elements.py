#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Writes how the elements attenuate photons of 1 to 1000 keV, and what common materials consist of:
elements.txt and materials.txt in plugin-config/org/bitvox.

    apt-get install python3-xraylib && /usr/bin/python3 tests/elements.py

From xraylib (BSD-3-Clause), whose cross sections are those of the Evaluated Photon Data Library of
Lawrence Livermore National Laboratory (EPDL97, D. E. Cullen, J. H. Hubbell, L. Kissel, 1997). Above
800 keV, where xraylib ends, Compton's part follows Klein and Nishina, Rayleigh's falls with the
square of the energy, and the photo effect goes on as a power of the energy.

What an electron is given: all of the photon's energy in the photo effect, and in Compton's the part
that Klein and Nishina say. Fluorescence is not taken off: good for light elements.
"""
import math
import sys

import xraylib

FIRST, LAST, END = 1.0, 1000.0, 800.0
ERROR = 2e-3  # of what is interpolated
REST = 510.99895  # of an electron, keV


def klein_nishina(energy):
    """The cross section, and the part of the energy that an electron gets; of any unit."""
    count, total, given = 2000, 0.0, 0.0
    a = energy / REST
    for i in range(count):
        cosine = -1 + (i + 0.5) * 2 / count
        ratio = 1 / (1 + a * (1 - cosine))
        value = ratio * ratio * (ratio + 1 / ratio - 1 + cosine * cosine)
        total += value
        given += value * (1 - ratio)
    return total, given / total


def parts(z, energy):
    """Photo effect, Rayleigh's and Compton's scattering, in cm2/g."""
    at = min(energy, END - 1)
    photo = xraylib.CS_Photo(z, at)
    rayleigh = xraylib.CS_Rayl(z, at)
    compton = xraylib.CS_Compt(z, at)
    if energy > at:
        slope = math.log(photo / xraylib.CS_Photo(z, at - 100)) / math.log(at / (at - 100))
        photo *= (energy / at) ** slope
        rayleigh *= (at / energy) ** 2
        compton *= klein_nishina(energy)[0] / klein_nishina(at)[0]
    return photo, rayleigh, compton


def values(z, energy):
    photo, rayleigh, compton = parts(z, energy)
    return photo + rayleigh + compton, photo + compton * klein_nishina(energy)[1]


def edge_values(z, edge, side):
    """At an edge, from below (-1) or above (1)."""
    near, far = values(z, edge * (1 + 0.001 * side)), values(z, edge * (1 + 0.002 * side))
    return tuple(a * a / b for a, b in zip(near, far))


def edges(z):
    found = []
    for shell in range(31):
        try:
            edge = xraylib.EdgeEnergy(z, shell)
        except ValueError:
            continue
        if FIRST * 1.003 < edge < END:
            below, above = edge_values(z, edge, -1)[0], edge_values(z, edge, 1)[0]
            if above / below > 1.005:
                found.append(edge)
    return sorted(found)


def between(low, high, energy):
    """Values by powers of the energy."""
    part = math.log(energy / low[0]) / math.log(high[0] / low[0])
    return [math.exp(math.log(a) * (1 - part) + math.log(b) * part) for a, b in zip(low[1:], high[1:])]


def refine(z, low, high):
    """The rows from one to the other, without the last."""
    worst, at = 0.0, None
    for i in range(1, 40):
        energy = float("%.4g" % (low[0] * (high[0] / low[0]) ** (i / 40)))
        if not low[0] < energy < high[0]:
            continue
        exact = values(z, energy)
        error = max(abs(a / b - 1) for a, b in zip(between(low, high, energy), exact))
        if error > worst:
            worst, at = error, (energy, *exact)
    if worst < ERROR:
        return [low]
    return refine(z, low, at) + refine(z, at, high)


def rows(z):
    ends = [FIRST] + edges(z) + [LAST]
    result = []
    for i in range(len(ends) - 1):
        low = values(z, FIRST) if i == 0 else edge_values(z, ends[i], 1)
        last = i == len(ends) - 2
        high = values(z, LAST) if last else edge_values(z, ends[i + 1], -1)
        result += refine(z, (ends[i], *low), (ends[i + 1], *high)) + [(ends[i + 1], *high)]
    return result


def write_elements():
    sys.setrecursionlimit(10000)
    out = open("plugin-config/org/bitvox/elements.txt", "w", encoding="ascii")
    out.write(
        "# Attenuation of photons by the elements: made by tests/elements.py from xraylib, whose\n"
        "# cross sections are those of EPDL97 (Lawrence Livermore National Laboratory).\n"
        "# Each element: symbol, density in g/cm3, atomic weight; then rows of energy in keV, total\n"
        "# mass attenuation coefficient and mass energy-transfer coefficient, both in cm2/g. Between\n"
        "# rows they are powers of the energy; an edge has two rows.\n")
    for z in range(1, 93):
        out.write("%s %.6g %.6g\n" % (xraylib.AtomicNumberToSymbol(z), xraylib.ElementDensity(z),
                                     xraylib.AtomicWeight(z)))
        for energy, total, given in rows(z):
            out.write("%.6g %.5g %.5g\n" % (energy, total, given))


# Names of xraylib, which are those of NIST's compositions; or a formula and a density in g/cm3.
MATERIALS = {
    "air": "Air, Dry (near sea level)",
    "water": "Water, Liquid",
    "soft_tissue": "Tissue, Soft (ICRU four-component)",
    "adipose_tissue": "Adipose Tissue (ICRP)",
    "muscle": "Muscle, Skeletal",
    "bone_cortical": "Bone, Cortical (ICRP)",
    "bone_compact": "Bone, Compact (ICRU)",
    "lung": "Lung (ICRP)",
    "blood": "Blood (ICRP)",
    "brain": "Brain (ICRP)",
    "skin": "Skin (ICRP)",
    "hydroxyapatite": ("Ca5(PO4)3OH", 3.16),
    "pmma": "Polymethyl Methacralate (Lucite, Perspex)",
    "polyethylene": "Polyethylene",
    "polypropylene": "Polypropylene",
    "polystyrene": "Polystyrene",
    "polycarbonate": "Polycarbonate (Makrolon, Lexan)",
    "ptfe": "Polytetrafluoroethylene (Teflon)",
    "pvc": "Polyvinyl Chloride",
    "pet": "Polyethylene Terephthalate (Mylar)",
    "nylon6": "Nylon, type 6 and type 6/6",
    "polyimide": "Kapton Polyimide Film",
    "paraffin": "Paraffin Wax",
    "cellulose": ("C6H10O5", 1.5),
    "concrete": "Concrete, Portland",
    "glass": "Glass, Plate",
    "pyrex": "Glass, Pyrex",
    "lead_glass": "Glass, Lead",
    "alumina": "Aluminum Oxide",
    "zirconia": ("ZrO2", 5.68),
    "silicon_carbide": ("SiC", 3.21),
    "quartz": ("SiO2", 2.65),
    "calcite": ("CaCO3", 2.71),
    "dolomite": ("CaMg(CO3)2", 2.86),
    "gypsum": ("CaSO4(H2O)2", 2.32),
    "albite": ("NaAlSi3O8", 2.62),
    "orthoclase": ("KAlSi3O8", 2.56),
    "kaolinite": ("Al2Si2O5(OH)4", 2.60),
    "halite": ("NaCl", 2.165),
    "pyrite": ("FeS2", 5.01),
    "hematite": ("Fe2O3", 5.26),
    "magnetite": ("Fe3O4", 5.18),
    "barite": ("BaSO4", 4.50),
    "ice": ("H2O", 0.917),
    "graphite": ("C", 2.26),
    "beryllium": ("Be", 1.848),
    "magnesium": ("Mg", 1.738),
    "aluminium": ("Al", 2.699),
    "silicon": ("Si", 2.33),
    "titanium": ("Ti", 4.54),
    "iron": ("Fe", 7.874),
    "nickel": ("Ni", 8.902),
    "copper": ("Cu", 8.96),
    "zinc": ("Zn", 7.133),
    "molybdenum": ("Mo", 10.22),
    "silver": ("Ag", 10.50),
    "tin": ("Sn", 7.31),
    "tantalum": ("Ta", 16.65),
    "tungsten": ("W", 19.30),
    "platinum": ("Pt", 21.45),
    "gold": ("Au", 19.32),
    "lead": ("Pb", 11.35),
    "uranium": ("U", 18.95),
    "steel": ({"Fe": 0.985, "Mn": 0.010, "Si": 0.003, "C": 0.002}, 7.85),
    "stainless_steel_316": ({"Fe": 0.655, "Cr": 0.170, "Ni": 0.120, "Mo": 0.025, "Mn": 0.020,
                             "Si": 0.010}, 8.00),
    "ti6al4v": ({"Ti": 0.90, "Al": 0.06, "V": 0.04}, 4.43),
    "cocrmo": ({"Co": 0.66, "Cr": 0.28, "Mo": 0.06}, 8.30),
    "brass": ({"Cu": 0.63, "Zn": 0.37}, 8.44),
    "bronze": ({"Cu": 0.88, "Sn": 0.12}, 8.75),
}


def write_materials():
    out = open("plugin-config/org/bitvox/materials.txt", "w", encoding="ascii")
    out.write(
        "# Materials: made by tests/elements.py. Name, density in g/cm3, and a formula or parts by\n"
        "# mass: those of tissues, polymers, glasses and concrete are NIST's, as xraylib has them.\n")
    for name, of in MATERIALS.items():
        if isinstance(of, str):
            data = xraylib.GetCompoundDataNISTByName(of)
            symbols = [xraylib.AtomicNumberToSymbol(z) for z in data["Elements"]]
            of = (dict(zip(symbols, data["massFractions"])), data["density"])
        parts_of, density = of
        if isinstance(parts_of, dict):
            parts_of = " ".join("%s=%.6g" % part for part in parts_of.items())
        out.write("%s %.6g %s\n" % (name, density, parts_of))


write_elements()
write_materials()
