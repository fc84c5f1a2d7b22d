#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Minimal paths through ./bitvox run.
# dialog: Bitvox Minimal Path... | foam.tif | points.csv
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Through a smoothed foam: every backend writes the same.
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=20 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif
printf '%s\n' x,y,z 2,3,4 55,40,17 10,45,9 >points.csv
same_everywhere minimal_path swc=paths.swc input=blur.tif points=points.csv cost=reciprocal
same_everywhere minimal_path nodes=nodes.csv input=blur.tif points=points.csv paths=from_first

# From corner to corner of a cube of side 5 are 4 steps through corners.
bytes 125 1 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
printf '%s\n' x,y,z 0,0,0 4,4,4 >corners.csv
files=(save=paths.csv summary=summary.csv roiset=paths.zip)
expect_exit 0 "$bitvox" run minimal_path "${full[@]}" points=corners.csv cost=uniform "${files[@]}"
grep -qx 'Number of paths: 1' out || fail "$(<out)"
grep -qx 'Cost (cost x voxels): 6.928' out || fail "$(<out)"
expect_equal "the path" 1,1,0,0,0,2,4,4,4,6.928203230275509,6.928,5, "$(tail -n 1 paths.csv)"
expect_equal "ROIs" 5 "$(jar tf paths.zip | wc -l)"

# Points that are none.
expect_exit 2 "$bitvox" run minimal_path "${full[@]}"
grep -qF 'points are needed: points=, a table' err || fail "$(<err)"
printf '%s\n' x,y,z 0,0,0 5,4,4 >outside.csv
expect_exit 1 "$bitvox" run minimal_path "${full[@]}" points=outside.csv
grep -qF 'point 2 lies outside of the image: x=5, y=4, z=4' err || fail "$(<err)"
