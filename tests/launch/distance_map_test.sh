#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Distance maps through ./bitvox run.
# dialog: Bitvox Distance Map... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere distance_map output=inside.tif input=foam.tif
same_everywhere distance_map output=signed.tif input=foam.tif region=signed edges=background
same_everywhere distance_map output=steps.tif input=foam.tif metric=city-block result=integers

# The middle of a full cube of side 5 is 3 voxels from the outside.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5 output=full.tif)
expect_exit 0 "$bitvox" run distance_map "${full[@]}" edges=background
grep -qx 'Largest inside (voxels): 3' out || fail "stdout: $(<out)"
expect_exit 0 "$bitvox" run distance_map "${full[@]}"
grep -qF 'There is no background' out err || fail "nothing says that distances are infinite"
expect_exit 1 "$bitvox" run distance_map "${full[@]}" result=integers region=signed
grep -qF 'which have no sign' err || fail "stderr: $(<err)"

# The table: what the region leaves out is empty.
expect_exit 0 "$bitvox" run distance_map "${full[@]}" edges=background save=table.csv
expect_equal "the row" 'full.raw,125,3,,euclidean,inside,background,float,,,no' \
  "$(sed -n 2p table.csv | cut -d, -f1-11)"
