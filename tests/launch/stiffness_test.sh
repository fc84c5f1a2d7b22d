#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Stiffness through ./bitvox run.
# dialog: Bitvox Stiffness... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# value COLUMN: what was printed.
value() { sed -n "s|^$1: ||p" out; }
# expect_near WHAT NUMBER EXPECTED: relative, to a thousandth.
expect_near() {
  awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b - b / 1000 && a < b + b / 1000) }' ||
    fail "$1 is $2, not $3"
}

# A full box between plates that slip has the modulus of its material, and a force in N.
bytes 480 377 >full.raw
full=(input=full.raw width=8 height=6 depth=10 voxel_size=0.5mm)
expect_exit 0 "$bitvox" run stiffness "${full[@]}" modulus=7000 plates=slipping \
  accuracy=0.001
expect_near modulus "$(value 'Apparent modulus (MPa)')" 7000
expect_near stiffness "$(value 'Stiffness (N/mm)')" 16800 # 7000 x 4 x 3 / 5
expect_near 'failure load' "$(value 'Failure load (N)')" 588 # 7000 x 12 x 0.007

# CPUs have the same bits, others the same digits.
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
foam=(input=foam.tif phase=background)
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run stiffness "${foam[@]}" backend="$backend" \
    effective_strain="$backend.tif" picture=strains.png histogram=strain.png
  grep -qx "Backend: $backend" out || fail "$backend did not run: $(<out)"
  modulus=$(value 'Apparent modulus (MPa)')
  expect_near "modulus of $backend" "$modulus" "${first:=$modulus}"
done
for backend in "${backends[@]}"; do
  [[ $backend == cuda ]] || expect_same_files "$backend.tif" scalar.tif
done
expect_equal "pictures" 2 "$(find . -name 'strain*.png' -size +4k | wc -l)"

# The tensor, and labels with materials.
expect_exit 0 "$bitvox" run stiffness "${full[@]}" direction=tensor tensor=c.csv save=axes.csv
expect_equal "rows of the tensor" 7 "$(wc -l <c.csv)"
expect_near 'C11' "$(sed -n 2p c.csv | cut -d , -f 3)" 13461.5
printf 'Label,Modulus (MPa),Poisson\n255,5000,0.3\n' >materials.csv
expect_exit 0 "$bitvox" run stiffness "${full[@]}" values=labels materials=materials.csv plates=slipping
expect_near 'modulus of labels' "$(value 'Apparent modulus (MPa)')" 5000

# A slice without solid: nothing joins the plates.
{ bytes 64 377; bytes 64 0; bytes 64 377; } >cut.raw
expect_exit 1 "$bitvox" run stiffness input=cut.raw width=8 height=8 depth=3 save=no.csv
grep -qF 'nothing in the image joins the plates by faces of voxels' err || fail "stderr: $(<err)"
[[ ! -e no.csv ]] || fail "there is a table of nothing"
expect_exit 2 "$bitvox" run stiffness "${full[@]}" poisson=0.5
grep -qF 'poisson=0.5 is not allowed; use -0.99 to 0.499' err || fail "stderr: $(<err)"
