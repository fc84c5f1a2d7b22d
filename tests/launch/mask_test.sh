#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What is counted: a mask on the command line, and a selection drawn with the mouse in a real ImageJ.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin

"$bitvox" run sample_foam width=120 height=100 depth=20 seed=3 output=foam.tif >/dev/null
"$bitvox" run distance_map input=foam.tif output=distances.tif >/dev/null
"$bitvox" run morphology input=distances.tif threshold=3 operation=erode radius=1 output=core.tif >/dev/null

echo "Nothing is thinner than 2 voxels where the distance is 3 or more"
expect_exit 0 "$bitvox" run granulometry input=foam.tif element=ball edges=clipped save=all.csv
expect_exit 0 "$bitvox" run granulometry input=foam.tif element=ball edges=clipped mask=core.tif save=core.csv
[[ $(counts all.csv) != "$(counts core.csv)" ]] || fail "the mask has no effect"
read -r v0 v1 v2 _ <<<"$(counts core.csv)"
expect_equal "V(1) and V(2) in the core" "$v0 $v0" "$v1 $v2"
expect_equal "lines of the help" 1 "$("$bitvox" run help granulometry | grep -c '^ *mask=')"

echo "A mask of another size"
"$bitvox" run sample_foam width=20 height=20 depth=20 output=small.tif >/dev/null
expect_exit 1 "$bitvox" run local_thickness input=foam.tif mask=small.tif
grep -q 'small.tif has 20 x 20 x 20 voxels, foam.tif 120 x 100 x 20; they must have' err ||
  fail "not refused: $(<err)"

echo "A selection by the mouse, recorded and replayed"
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,MaskDriver}.java
expect_exit 0 "${imagej[@]}" MaskDriver
grep -q '^FINISHED' out || fail "the driver stopped: $(<out)"
