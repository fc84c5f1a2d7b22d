#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Known motions of the CT of a head are found to half a voxel. The CT is the demo's; "./bitvox test"
# fetches it.
# dialog: Bitvox Register by MI... | blur.tif foam.tif | blur.tif
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

ct=$root/target/ct/ct.tif
[[ -s $ct ]] || {
  echo "SKIPPED: the CT is not to be had here"
  exit 0
}

# moved NAME.tif crop|move|negative NUMBER...
moved() {
  java -Djava.awt.headless=true -cp "$ij_jar" "$root/tests/launch/MovedImage.java" "$ct" "$@"
}

# column HEADING FILE.csv: of its only row. A heading in quotes has a comma of its own.
column() {
  sed -E '1s/"([^",]*),([^"]*)"/\1;\2/g' "$2" | awk -F, -v heading="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == heading) column = i }
    NR == 2 { print $column }'
}

# expect_motion FILE.csv DX DY DZ ANGLE: in voxels and degrees. At the side of the image, 128 voxels
# from the middle, half a voxel is 0.22 degrees.
expect_motion() {
  local csv=$1 heading tolerance=0.5 found
  shift
  for heading in "dx (voxels)" "dy (voxels)" "dz (voxels)" "angle (degrees)"; do
    [[ $heading == angle* ]] && tolerance=0.22
    found=$(column "$heading" "$csv")
    echo "$csv: $heading is $1, found $found"
    awk -v a="$1" -v b="$found" -v t="$tolerance" 'BEGIN { exit !(b != "" && (a - b)^2 <= t^2) }' ||
      fail "$csv: $heading should be $1, not $found"
    shift
  done
}

# Two parts of the CT, and the CT itself.
moved part.tif crop 30 14 9 200 190 90
moved other.tif crop 13 37 3 200 190 90
expect_exit 0 "$bitvox" run register_mi input=part.tif second=other.tif output=registered.tif \
  save=crop.csv
expect_quiet
expect_motion crop.csv 17 -23 6 0
expect_equal "dx in mm" 16.27 "$(LC_ALL=C printf %.2f "$(column "dx (mm)" crop.csv)")"
expect_equal "dz in mm" 9 "$(column "dz (mm)" crop.csv)"
expect_exit 0 "$bitvox" run register_mi input=part.tif second="$ct" save=whole.csv
expect_motion whole.csv 30 14 9 0

# A limit that ends the search is told.
expect_exit 0 "$bitvox" run register_mi input=part.tif second=other.tif max_shift=5 save=limit.csv
[[ $(column Note limit.csv) == *"at the limit of max_shift"* ]] || fail "no note: $(<limit.csv)"
[[ $(column Note crop.csv) == "" ]] || fail "a note without a reason: $(<crop.csv)"

# The registered part lies on the other one: no more shift, and much more information.
expect_exit 0 "$bitvox" run register_mi input=registered.tif second=other.tif save=again.csv
expect_motion again.csv 0 0 0 0
expect_exit 0 "$bitvox" run joint_histogram input=registered.tif second=other.tif bins=64 \
  range=-1024,3071 second_range=-1024,3071 save=after.csv
expect_exit 0 "$bitvox" run joint_histogram input=part.tif second=other.tif bins=64 \
  range=-1024,3071 second_range=-1024,3071 save=before.csv
awk -v a="$(column "MI (bits)" after.csv)" -v b="$(column "MI (bits)" before.csv)" \
  'BEGIN { exit !(a > 2 * b) }' || fail "registering did not help"

# Between voxels, turned, and of another modality.
moved fraction.tif move -12.3 7.6 -4.45 0
expect_exit 0 "$bitvox" run register_mi input=fraction.tif second="$ct" save=fraction.csv
expect_motion fraction.csv -12.3 7.6 -4.45 0
moved negative.tif negative 8.7 -15.4 5.6 -9.3
expect_exit 0 "$bitvox" run register_mi input=negative.tif second="$ct" max_shift=20 max_angle=15 \
  save=negative.csv
expect_motion negative.csv 8.7 -15.4 5.6 -9.3

# Every backend finds the same.
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run register_mi input=part.tif second=other.tif backend="$backend" \
    output="$backend.tif" save="$backend.csv"
  grep -qx "Backend: $backend" out || fail "$backend did not run: $(<out)"
  expect_same_files "$backend.tif" registered.tif
  expect_same_files <(cut -d, -f2-17 "$backend.csv") <(cut -d, -f2-17 crop.csv)
done

# Wrong input.
expect_exit 2 "$bitvox" run register_mi input=part.tif
grep -qx 'bitvox: register_mi needs second=FILE to lie on, or motion=FILE; .* part.tif has only one; .*' err || fail "$(<err)"
expect_exit 2 "$bitvox" run register_mi input=part.tif second=other.tif max_angle=200
grep -qF 'max_angle=200 is not allowed; use 0 to 180' err || fail "$(<err)"
bytes 4000 377 >plate.raw
expect_exit 1 "$bitvox" run register_mi input=plate.raw second=plate.raw width=20 height=20 depth=10
grep -qF 'the input has one value only: there is nothing to align' err || fail "$(<err)"
expect_exit 0 "$bitvox" run sample_foam width=40 height=40 depth=20 output=foam.tif
expect_exit 1 "$bitvox" run register_mi input=part.tif second=foam.tif
grep -qF 'the sizes of the voxels cannot be compared: 0.957' err || fail "$(<err)"
rm -f ./*.tif
