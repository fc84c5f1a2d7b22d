#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Permeability through ./bitvox run.
# dialog: Bitvox Permeability... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
same_everywhere permeability output=velocity.tif input=foam.tif phase=background

# Streamlines; with the image of the velocities, which is the same as without them.
run=(permeability input=foam.tif phase=background direction=x)
expect_exit 0 "$bitvox" run "${run[@]}" output=alone.tif
expect_exit 0 "$bitvox" run "${run[@]}" output=both.tif plot=lines.png
cmp alone.tif both.tif || fail "plot= changes output="
expect_equal "pictures" 1 "$(find . -name lines.png -size +30k | wc -l)"

# A full box between walls is a square duct: k = 0.035144 a^2, and 1.41 % more for 8 voxels.
bytes 256 377 >full.raw
full=(input=full.raw width=8 height=8 depth=4)
expect_exit 0 "$bitvox" run permeability "${full[@]}" spread=1e-5 change=1e-5
k=$(sed -n 's/^k (voxel^2): //p' out)
awk -v k="$k" 'BEGIN { exit !(k > 2.27 && k < 2.29) }' || fail "k of the duct is $k"

# Nothing connects the ends of a volume with an empty slice.
{ bytes 64 377; bytes 64 0; bytes 64 377; } >cut.raw
echo "of another sample" >no.png
expect_exit 0 "$bitvox" run permeability input=cut.raw width=8 height=8 depth=3 plot=no.png
grep -qF 'No pores join the two ends along z' out err || fail "no sentence says so: $(<out)"
expect_equal "pictures that say so" 1 "$(find . -name no.png -size +2k | wc -l)"

expect_exit 1 "$bitvox" run permeability input=full.raw width=16 height=16 depth=1
grep -qF 'two voxels at least along each axis' err || fail "stderr: $(<err)"

# In 16 bits k is nearly the same; what they cannot reach is said.
expect_exit 0 "$bitvox" run permeability "${full[@]}" precision=16
k=$(sed -n 's/^k (voxel^2): //p' out)
awk -v k="$k" 'BEGIN { exit !(k > 2.27 && k < 2.29) }' || fail "k of the duct in 16 bits is $k"
grep -qF 'was raised' out err && fail "a limit that was not given is said to have been raised"
expect_exit 0 "$bitvox" run permeability "${full[@]}" precision=16 change=0.0001
grep -qF 'change=0.0001 was raised to 0.001, the least with precision=16.' out err ||
  fail "no sentence says that change was raised: $(<out)"
