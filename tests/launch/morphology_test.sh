#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Morphology through ./bitvox run.
# dialog: Bitvox Morphology... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A full cube of side 9: a border of 3 goes where outside is background, and none where it is ignored.
bytes 729 377 >full.raw
full=(input=full.raw width=9 height=9 depth=9)
expect_exit 0 "$bitvox" run morphology "${full[@]}" operation=erode radius=3 output=core.tif save=core.csv
expect_quiet
grep -qx 'Voxels after: 27' out || fail "the core is wrong: $(<out)"
expect_equal "lines of the table" 2 "$(wc -l <core.csv)"
expect_exit 0 "$bitvox" run morphology "${full[@]}" operation=erode radius=3 edges=clipped
grep -qx 'Voxels after: 729' out || fail "it is not full: $(<out)"

# The shell is what is left of the cube without its core.
expect_exit 0 "$bitvox" run morphology "${full[@]}" operation=minus second=core.tif
grep -qx 'Voxels after: 702' out || fail "the shell is wrong: $(<out)"

# A hollow cube has a hole, which is filled.
expect_exit 0 "$bitvox" run morphology "${full[@]}" operation=minus second=core.tif output=shell.tif
expect_exit 0 "$bitvox" run morphology input=shell.tif operation=fill_holes
grep -qx 'Voxels after: 729' out || fail "the hole is not filled: $(<out)"
expect_exit 0 "$bitvox" run morphology input=shell.tif operation=remove_border
grep -qx 'Voxels after: 0' out || fail "the shell touches the border: $(<out)"
expect_exit 0 "$bitvox" run morphology "${full[@]}" operation=reconstruct second=core.tif
grep -qx 'Voxels after: 729' out || fail "the cube is not reconstructed: $(<out)"

# Every backend gives the same voxels.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere morphology output=open.tif input=foam.tif radius=4
same_everywhere morphology output=hat.tif input=foam.tif operation=black_top_hat element=cross radius=6
same_everywhere morphology output=slices.tif input=foam.tif operation=gradient element=cube per_slice
same_everywhere morphology output=large.tif input=foam.tif operation=area_open min_size=500
same_everywhere morphology output=xor.tif input=foam.tif operation=xor second="${backends[0]}-open.tif"

expect_exit 2 "$bitvox" run morphology "${full[@]}" operation=xor
grep -qF 'operation=xor needs second=' err || fail "no sentence says why: $(<err)"
expect_exit 2 "$bitvox" run morphology "${full[@]}" operation=area_open
grep -qF 'operation=area_open needs min_size=' err || fail "no sentence says why: $(<err)"
expect_exit 2 "$bitvox" run morphology "${full[@]}" operation=close edges=clipped
grep -qF 'edges=clipped has no effect with operation=close' err || fail "no sentence: $(<err)"
expect_exit 1 "$bitvox" run morphology "${full[@]}" operation=and second=foam.tif
grep -qF 'foam.tif has 150 x 90 x 40 voxels, full.raw 9 x 9 x 9; they must have the same size' err || fail "no sentence: $(<err)"
