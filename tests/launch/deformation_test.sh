#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Deformations through ./bitvox run.
# dialog: Bitvox Deform... | blur.tif foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# value COLUMN: what was printed.
value() { sed -n "s|^$1: ||p" out; }

# A full box of 4 x 3 x 5 mm that is pulled by 5 %: E A strain is 4.2 N, of springs about that much.
bytes 480 377 >full.raw
full=(input=full.raw width=8 height=6 depth=10 voxel_size=0.5mm nodes=400)
expect_exit 0 "$bitvox" run deformation "${full[@]}" load=tension modulus=7 method=mass-spring \
  poisson=0.25 save=frames.csv summary=row.csv plot=force.png
expect_equal "rows of 11 frames" 12 "$(wc -l <frames.csv)"
awk -v force="$(value 'Far force (N)')" 'BEGIN { exit !(force > 3 && force < 6) }' ||
  fail "the force is $(value 'Far force (N)')"
[[ -s force.png ]] || fail "there is no plot"

echo "The same bits for all backends and threads"
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif
foam=(input=foam.tif image=blur.tif voxel_size=0.1mm nodes=2000 frames=2 steps=100)
for method in mass-spring shape-matching meshless point-based; do
  for more in "backend=scalar" "backend=auto" "threads=3"; do
    name=${more#*=}
    expect_exit 0 "$bitvox" run deformation "${foam[@]}" method=$method "$more" \
      movie="$name.m.tif" displacement="$name.d.tif" warped="$name.w.tif" save="$name.csv"
    for file in m.tif d.tif w.tif csv; do
      expect_same_files "$name.$file" "scalar.$file"
    done
  done
done

echo "Wrong use"
expect_exit 2 "$bitvox" run deformation "${full[@]}" strain=0
grep -qF 'strain=0 is not allowed; use more than 0' err || fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run deformation "${full[@]}" warped=no.tif
expect_exit 0 "$bitvox" run sample_foam width=20 height=20 depth=20 output=small.tif
expect_exit 1 "$bitvox" run deformation input=foam.tif image=small.tif warped=no.tif
[[ ! -e no.tif ]] || fail "a file is left"
{ bytes 480 0; } >empty.raw
expect_exit 1 "$bitvox" run deformation input=empty.raw width=8 height=6 depth=10 save=no.csv
[[ ! -e no.csv ]] || fail "there is a table of nothing"
