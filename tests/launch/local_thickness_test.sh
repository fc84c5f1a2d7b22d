#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Local thickness through ./bitvox run.
# dialog: Bitvox Local Thickness... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere local_thickness output=solid.tif input=foam.tif
same_everywhere local_thickness output=pores.tif input=foam.tif phase=background edges=background
expect_exit 0 "$bitvox" run local_thickness input=foam.tif phase=both save=both.csv plot=both.png
expect_equal "rows of both phases" 3 "$(wc -l <both.csv)"

# In a full cube of side 5 the middle is 3 voxels from the outside, and its ball reaches all but the
# edges, which are covered by those around it.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
expect_exit 0 "$bitvox" run local_thickness "${full[@]}" edges=background
grep -qx 'Largest (voxels): 6' out || fail "stdout: $(<out)"
expect_exit 1 "$bitvox" run local_thickness "${full[@]}"
grep -qF 'its thickness is infinite' err || fail "stderr: $(<err)"
