#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Tortuosity through ./bitvox run.
# dialog: Bitvox Tortuosity... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Every backend writes the same maps.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere tortuosity output=c.tif input=foam.tif phase=background direction=x sides=periodic
same_everywhere tortuosity flux=f.tif input=foam.tif phase=background direction=y

# A full cube conducts as the fluid does, along every axis.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
expect_exit 0 "$bitvox" run tortuosity "${full[@]}" direction=all save=all.csv plot=all.png \
  output=all.tif
(($(stat -c %s all.tif) >= 3 * 125 * 4)) || fail "there are not three maps"
expect_equal "rows of all directions" 4 "$(wc -l <all.csv)"
expect_equal "plots" 1 "$(find . -name all.png -size +1k | wc -l)"
expect_exit 0 "$bitvox" run tortuosity "${full[@]}"
grep -qx 'Tortuosity factor: 1' out || fail "stdout: $(<out)"

# Labels conduct as a table says.
printf 'Label,Diffusivity\n255,4\n' >phases.csv
expect_exit 0 "$bitvox" run tortuosity "${full[@]}" diffusivities=phases.csv
grep -qx 'Mean D of labels: 4' out || fail "stdout: $(<out)"
grep -qx 'Tortuosity factor: 1' out || fail "stdout: $(<out)"
expect_exit 2 "$bitvox" run tortuosity "${full[@]}" diffusivities=phases.csv threshold=3
grep -qF 'threshold=3 has no effect with diffusivities=phases.csv' err || fail "stderr: $(<err)"

expect_exit 1 "$bitvox" run tortuosity "${full[@]}" phase=background
grep -qF 'the image has no background voxels' err || fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run tortuosity "${full[@]}" accuracy=50
grep -qF 'accuracy' err || fail "stderr: $(<err)"
