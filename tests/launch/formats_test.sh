#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Images in other formats than TIFF, and slices in files of their own.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

"$bitvox" run sample_foam width=40 height=30 depth=9 output=foam.tif >/dev/null
measure() { # INPUT OPTION...
  expect_exit 0 "$bitvox" run granulometry input="$1" max_radius=3 save=curve.csv "${@:2}"
  expect_quiet
  counts curve.csv
}
measure foam.tif >out.txt
expected=$(tail -n 1 out.txt)

echo "# every format gives the same curve"
for ending in nii nii.gz nrrd nhdr mha mhd ome.tif; do
  expect_exit 0 "$bitvox" run convert input=foam.tif output="foam.$ending"
  expect_quiet
  expect_equal "curve of .$ending" "$expected" "$(measure "foam.$ending" | tail -n 1)"
done

echo "# a folder of slices, which are raw files with one header each"
mkdir slices
for z in 1 2 3 4 5 6 7 8 9; do
  name=$((z + 5)) # 6 to 14: the order is that of numbers
  {
    printf 'NRRD0004\ntype: uint8\ndimension: 2\nsizes: 40 30\nencoding: raw\n\n'
    dd if=foam.nii bs=1200 iflag=skip_bytes skip=$((352 + 1200 * (z - 1))) count=1 status=none
  } >"slices/s$name.nrrd"
done
expect_equal "curve of a folder" "$expected" "$(measure slices stack | tail -n 1)"
expect_equal "curve of a pattern" "$expected" "$(measure 'slices/s*.nrrd' stack | tail -n 1)"
expect_exit 1 "$bitvox" run granulometry input=slices
grep -qF "say stack" err || fail "no word about stack: $(<err)"

echo "# headers that lead elsewhere"
mkdir elsewhere
sed 's|foam.raw|../foam.raw|' foam.nhdr >elsewhere/foam.nhdr
expect_exit 1 "$bitvox" run granulometry input=elsewhere/foam.nhdr
grep -qF "say follow" err || fail "no word about follow: $(<err)"
expect_equal "curve of a file elsewhere" "$expected" \
  "$(measure elsewhere/foam.nhdr follow | tail -n 1)"
