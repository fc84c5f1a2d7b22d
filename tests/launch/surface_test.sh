#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Surfaces through ./bitvox run.
# dialog: Bitvox Surface... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# One voxel is an octahedron: a sixth of its volume.
printf '\0\377\0' >voxel.raw
voxel=(input=voxel.raw width=1 height=1 depth=3 'voxel_size=2,3,4um')
expect_exit 0 "$bitvox" run surface "${voxel[@]}" output=voxel.obj save=row.csv
expect_quiet
grep -q '^Triangles: 8$' out || fail "an octahedron has 8 triangles: $(<out)"
expect_equal "the table" 'voxel.raw,,6,8,' "$(sed -n 2p row.csv | cut -d, -f1-4),"
expect_equal "volume, Euler number, closed" '4,2,yes' "$(sed -n 2p row.csv | cut -d, -f6-8)"
expect_equal "vertices" 6 "$(grep -c '^v ' voxel.obj)"
expect_equal "faces" 8 "$(grep -c '^f ' voxel.obj)"

# awk finds every edge of a file twice, once each way, and the volume that the table has.
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run surface input=foam.tif smooth=5 output=foam.obj save=foam.csv
awk -v volume="$(sed -n 2p foam.csv | cut -d, -f6)" '
  $1 == "v" { n++; x[n] = $2; y[n] = $3; z[n] = $4 }
  $1 == "f" {
    a = $2; b = $3; c = $4
    e[a " " b]++; e[b " " c]++; e[c " " a]++
    sum += x[a] * (y[b] * z[c] - z[b] * y[c]) + y[a] * (z[b] * x[c] - x[b] * z[c]) \
      + z[a] * (x[b] * y[c] - y[b] * x[c]) }
  END {
    for (edge in e) { split(edge, ends, " "); if (e[edge] != 1 || e[ends[2] " " ends[1]] != 1) bad++ }
    exit !(n > 1000 && !bad && (sum / 6 - volume) ^ 2 < 1e-6 * volume ^ 2) }' foam.obj ||
  fail "the mesh is not closed, or its volume is not that of the table: $(<foam.csv)"

# The same files for every number of threads.
for threads in 1 3; do
  expect_exit 0 "$bitvox" run surface input=foam.tif smooth=5 threads=$threads output=$threads.stl save=$threads.csv
done
cmp 1.stl 3.stl && cmp 1.csv 3.csv
triangles=$(sed -n 2p 1.csv | cut -d, -f4)
expect_equal "bytes of the STL file" $((84 + 50 * triangles)) "$(stat -c %s 1.stl)"

# Labels: a row each, and a property of faces.
expect_exit 0 "$bitvox" run label input=foam.tif threshold=0..0 output=labels.tif
objects=$(sed -n 's/^Objects: //p' out)
expect_exit 0 "$bitvox" run surface input=labels.tif kind=labels output=labels.ply save=labels.csv
expect_equal "rows" $((objects + 1)) "$(wc -l <labels.csv)"
expect_equal "the property" 'property int label' "$(grep -a 'label$' labels.ply)"
expect_exit 0 "$bitvox" run surface input=foam.tif kind=grey level=128 output=grey.stl
mkdir mesh
expect_exit 0 "$bitvox" run surface input=foam.tif,labels.tif threshold=1 output='mesh/*.ply'
[[ -s mesh/foam.ply && -s mesh/labels.ply ]] || fail "several images have files of their own"

# What has no surface, and wrong keys.
printf '\0' >empty.raw
expect_exit 1 "$bitvox" run surface input=empty.raw width=1 height=1 output=no.stl
grep -qF 'the image has no foreground voxels, so it has no surface' err || fail "stderr: $(<err)"
[[ ! -e no.stl ]] || fail "a file is left"
expect_exit 2 "$bitvox" run surface input=foam.tif output=foam.vtk
expect_exit 2 "$bitvox" run surface input=foam.tif level=3
