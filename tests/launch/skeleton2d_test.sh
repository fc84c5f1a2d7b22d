#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Skeletons of slices and their graph, through ./bitvox run.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A bar of 40 x 3 pixels thins to a line.
bytes 120 377 >bar.raw
bar=(input=bar.raw width=40 height=3)
expect_exit 0 "$bitvox" run skeleton2d "${bar[@]}" output=line.tif save=line.csv
expect_quiet
grep -qx 'Pixels before: 120' out || fail "stdout has no table: $(<out)"
grep -qx 'Objects after: 1' out || fail "the bar is gone: $(<out)"
expect_equal "lines of the table" 2 "$(wc -l <line.csv)"
expect_exit 0 "$bitvox" run skeleton_graph input=line.tif save=branches.csv
grep -qx 'Branches: 1' out || fail "a line has one branch: $(<out)"
grep -qx 'End points: 2' out || fail "a line has two ends: $(<out)"
expect_equal "lines of the branches" 2 "$(wc -l <branches.csv)"

# Every rule gives the same from every backend.
expect_exit 0 "$bitvox" run sample_foam width=130 height=90 depth=7 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run backends
mapfile -t backends < <(sed -n 's/^\([a-z0-9]*\): available.*/\1/p' out)
for rule in guo-hall hilditch imagej; do
  for backend in "${backends[@]}"; do
    expect_exit 0 "$bitvox" run skeleton2d input=foam.tif rule="$rule" backend="$backend" \
      output="$rule-$backend.tif"
    grep -qx "Backend: $backend" out || fail "$backend did not run: $(<out)"
    expect_same_files "$rule-$backend.tif" "$rule-${backends[0]}.tif"
  done
done

# A 2 x 2 square vanishes by Hilditch's rule, and that is said.
bytes 4 377 >square.raw
expect_exit 0 "$bitvox" run skeleton2d input=square.raw width=2 height=2 rule=hilditch
grep -qx 'Note: 1 object has vanished.' out || fail "nothing says that the object vanished"

expect_exit 2 "$bitvox" run skeleton2d "${bar[@]}" rule=zhang
