#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Graphs of skeletons through ./bitvox run.
# dialog: Bitvox Skeleton Graph... | foam_skeleton.tif | none
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A line of 40 pixels has one branch and two ends.
bytes 40 377 >line.raw
expect_exit 0 "$bitvox" run skeleton_graph input=line.raw width=40 height=1 save=branches.csv
expect_quiet
grep -qx 'Branches: 1' out || fail "a line has one branch: $(<out)"
grep -qx 'End points: 2' out || fail "a line has two ends: $(<out)"
expect_equal "lines of the branches" 2 "$(wc -l <branches.csv)"

# Of a foam: pruning leaves fewer branches.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run skeleton3d input=foam.tif output=skeleton.tif
expect_exit 0 "$bitvox" run skeleton_graph input=skeleton.tif save=all.csv
expect_exit 0 "$bitvox" run skeleton_graph input=skeleton.tif shortest=6 save=long.csv output=long.tif
(($(wc -l <long.csv) < $(wc -l <all.csv))) || fail "nothing was pruned"

# Cut loops leave trees; all images and tables are written.
expect_exit 0 "$bitvox" run skeleton_graph input=skeleton.tif loops=darkest_voxel second=foam.tif \
  output=cut.tif tags=tags.tif labels=labels.tif projection=projection.tif path=path.tif \
  skeletons=skeletons.csv
grep -qx 'Independent loops: 0' out || fail "loops are left: $(<out)"
grep -q '^Longest shortest path' out || fail "no longest path: $(<out)"
expect_exit 0 "$bitvox" run skeleton_graph input=cut.tif longest_path skeletons=again.csv
without_image() { cut -d, -f2- "$1"; }
expect_equal "the cut skeleton, measured again" "$(without_image skeletons.csv)" \
  "$(without_image again.csv)"
for file in tags labels projection path; do
  [[ -s $file.tif ]] || fail "$file.tif is missing"
done
expect_exit 2 "$bitvox" run skeleton_graph input=skeleton.tif loops=darkest_branch
