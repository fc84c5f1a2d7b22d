#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Geodesic distances through ./bitvox run.
# dialog: Bitvox Geodesic Distance... | seeds.tif blur.tif | seeds.tif
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Seeds in the first and the last rows of a smoothed foam: every backend writes the same.
expect_exit 0 "$bitvox" run sample_foam width=90 height=60 depth=20 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif
{ bytes 500 1 && bytes 107000 0 && bytes 500 2; } >seeds.raw
seeded=(input=blur.tif seeds=seeds.raw width=90 height=60 depth=20)
same_everywhere geodesic output=distances.tif "${seeded[@]}"
same_everywhere geodesic nearest=nearest.tif "${seeded[@]}" cost=reciprocal

# The middle of a full cube of side 5 is 2 steps from the faces.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
expect_exit 0 "$bitvox" run geodesic "${full[@]}" border cost=uniform save=depth.csv
grep -qx 'Largest distance (cost x voxels): 2' out || fail "$(<out)"
grep -qx 'Seeds (voxels): 98' out || fail "$(<out)"
expect_equal "rows of a table" 2 "$(wc -l <depth.csv)"

# Objects: the cube's diagonal has steps through corners.
expect_exit 0 "$bitvox" run geodesic "${full[@]}" objects diameters=lengths.csv
expect_equal "the cube" "full.raw,1,125,6.928" "$(tail -1 lengths.csv | cut -d, -f1-4)"
same_everywhere geodesic diameters=foam.csv input=foam.tif objects

# Seeds that are none.
expect_exit 2 "$bitvox" run geodesic "${full[@]}"
grep -qF 'seeds are needed: seeds=, an image, or rois=, a file of ROIs' err || fail "$(<err)"
expect_exit 2 "$bitvox" run geodesic "${full[@]}" border seeds=full.raw
grep -qF 'leave out border, or seeds=' err || fail "$(<err)"
bytes 125 0 >empty.raw
expect_exit 1 "$bitvox" run geodesic input=empty.raw width=5 height=5 depth=5 border cost=uniform
grep -qF 'all seeds lie in walls' err || fail "$(<err)"
