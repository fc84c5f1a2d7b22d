#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Skeletons of slices through ./bitvox run.
# dialog: Bitvox Skeleton 2D... | foam.tif |
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

# Every rule gives the same from every backend.
expect_exit 0 "$bitvox" run sample_foam width=130 height=90 depth=7 seed=3 output=foam.tif
for rule in guo-hall hilditch imagej; do
  same_everywhere skeleton2d "output=$rule.tif" input=foam.tif "rule=$rule"
done

# A 2 x 2 square vanishes by Hilditch's rule, and that is said.
bytes 4 377 >square.raw
expect_exit 0 "$bitvox" run skeleton2d input=square.raw width=2 height=2 rule=hilditch
grep -qx 'Note: 1 object has vanished.' out || fail "nothing says that the object vanished"

expect_exit 2 "$bitvox" run skeleton2d "${bar[@]}" rule=zhang
