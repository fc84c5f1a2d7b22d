#!/usr/bin/env bash
# Shape numbers through ./bitvox run.
# dialog: Bitvox Shape Numbers... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A full cube of side 5 is one object without tunnels; its volume is known.
bytes 125 377 >full.raw
full=(input=full.raw width=5 height=5 depth=5)
expect_exit 0 "$bitvox" run minkowski "${full[@]}" save=full.csv
expect_quiet
grep -qx 'BV (voxel^3): 125' out || fail "the volume is wrong: $(<out)"
grep -qx 'Euler number (6): 1' out || fail "the Euler number is wrong: $(<out)"
grep -qx 'BV/TV: 1' out || fail "the volume fraction is wrong: $(<out)"
expect_equal "lines of the table" 2 "$(wc -l <full.csv)"

# Clipped, it goes on everywhere: no surface. Three directions: no anisotropy.
expect_exit 0 "$bitvox" run minkowski "${full[@]}" edges=clipped directions=3
grep -qx 'Surface area BS (voxel^2): 0' out || fail "there is a surface: $(<out)"
grep -qx 'DA: NaN' out || fail "there is an anisotropy: $(<out)"

# One row a slice.
expect_exit 0 "$bitvox" run minkowski "${full[@]}" per_slice save=slices.csv
expect_equal "lines of the slices" 6 "$(wc -l <slices.csv)"

# Every backend gives the same numbers.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run minkowski input=foam.tif backend="$backend" edges=clipped save="$backend.csv"
  sed "s/,$backend,/,BACKEND,/" "$backend.csv" >"$backend-numbers.csv"
  expect_same_files "$backend-numbers.csv" "${backends[0]}-numbers.csv"
done

expect_exit 1 "$bitvox" run minkowski input=full.raw width=125 height=1 depth=1 edges=clipped
grep -qF 'edges=clipped needs two voxels' err || fail "no sentence says why: $(<err)"
