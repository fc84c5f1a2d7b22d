#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Granulometry through ./bitvox run.
# dialog: Bitvox Granulometry... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A full cube of side 5: every opening by a cube of side 1, 3, 5 keeps it, none larger fits.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
expect_exit 0 "$bitvox" run granulometry "${full[@]}" element=cube save=full.csv output=full-map.tif \
  summary=full-summary.csv
expect_quiet
expect_equal "V(n) of a full cube" "125 125 125 0" "$(counts full.csv)"
expect_equal "first columns" "n,V(n) (voxels)" "$(head -n 1 full.csv | cut -d, -f1,2)"
grep -qx 'Predominant size (n): 2' out || fail "stdout has no summary: $(<out)"
[[ -s full-map.tif ]] || fail "there is no map"
expect_equal "lines of the summary" 2 "$(wc -l <full-summary.csv)"

# A full volume never falls when elements are clipped; the end is said.
expect_exit 0 "$bitvox" run granulometry "${full[@]}" edges=clipped max_radius=3 save=clipped.csv
expect_equal "V(n) of a full volume" "125 125 125 125" "$(counts clipped.csv)"
grep -qF 'max_radius=3' out err || fail "nothing says that max_radius ended the curve"

# Balls in the same cube: one of squared radius 3 reaches all corners, that at the middle of squared
# radius 8 all but these and the 24 voxels beside them, and none is larger.
balls() { # EXPECTED key=value...
  local expected=$1
  shift
  expect_exit 0 "$bitvox" run granulometry "${full[@]}" element=ball save=balls.csv "$@"
  expect_quiet
  expect_equal "V(n) of balls, $*" "$expected" "$(counts balls.csv)"
}
balls "125 125 93 0"
grep -qxF 'Step (voxels): 1' out || fail "the step is not said: $(<out)"
balls "125 125 125 125 93 93 0" step=0.5
grep -qxF 'Step (voxels): 0.5' out || fail "the step is not said: $(<out)"
balls "125 125 125 125" edges=clipped max_radius=3
balls "125 125 125 0" per_slice
expect_equal "columns of balls" "n,V(n) (voxels),V(n)/V(0),s(n),Radius (voxels),Width (voxels),Edges" \
  "$(head -n 1 balls.csv)"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere granulometry output=map.tif input=foam.tif max_radius=20
same_everywhere granulometry save=curve.csv input=foam.tif max_radius=20 element=cube
same_everywhere granulometry output=balls.tif input=foam.tif element=ball
same_everywhere granulometry save=balls.csv input=foam.tif element=ball step=0.7 edges=clipped phase=background

expect_exit 0 "$bitvox" run granulometry input=foam.tif element=ball plot=foam.png
expect_equal "a PNG's first bytes" 89504e47 "$(head -c 4 foam.png | od -An -tx1 | tr -d ' \n')"
