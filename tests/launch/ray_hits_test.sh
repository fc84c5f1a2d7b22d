#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Hits of rays with meshes through ./bitvox run.
# dialog: Bitvox Ray Hits... | | box.obj
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# box.obj LOW HIGH: a cube, all of whose edges and diagonals lie on rays of some detectors.
cube() {
  awk -v a="$1" -v b="$2" 'BEGIN {
    for (i = 0; i < 8; i++) print "v", i % 2 ? b : a, int(i / 2) % 2 ? b : a, int(i / 4) ? b : a
    print "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6" }'
}
cube -4 4 >outer.obj
cube -1 1 >inner.obj

# The middle ray of a detector goes along y, through both.
detector=(source_object=10 source_detector=20 columns=5 rows=5 pixel_width=2 pixel_height=2)
expect_exit 0 "$bitvox" run ray_hits meshes=outer.obj,inner.obj "${detector[@]}" \
  output=hits.csv save=meshes.csv summary=row.csv
expect_quiet
expect_equal "the middle ray" '6,1 9,2 11,2 14,1' \
  "$(awk -F, '$1 == 13 { print $2 "," $3 }' hits.csv | xargs)"
expect_equal "the sides" '-1 -1 1 1' "$(awk -F, '$1 == 13 { print $5 }' hits.csv | xargs)"
grep -q '^Meshes,Triangles,Open edges,Rays,Rays that hit,Hits,Most hits of a ray,' row.csv ||
  fail "the row: $(<row.csv)"
expect_equal "the row" '2,24,0,25' "$(sed -n 2p row.csv | cut -d, -f1-4)"
expect_equal "hits" "$(($(wc -l <hits.csv) - 1))" "$(sed -n 2p row.csv | cut -d, -f6)"
expect_equal "rays that do not add up" 0 "$(sed -n 2p row.csv | cut -d, -f9)"
expect_equal "the meshes" '1,outer.obj,12,0,0, 2,inner.obj,12,0,0,' "$(tail -n +2 meshes.csv | xargs)"

# As bytes, as awk reads them, by a pattern, and for any number of threads.
expect_exit 0 "$bitvox" run ray_hits meshes='*er.obj' "${detector[@]}" threads=1 output=hits.bin
expect_equal "bytes" $((16 * ($(wc -l <hits.csv) - 1))) "$(stat -c %s hits.bin)"
od -An -v -t u4 -w16 hits.bin | awk '{ print $1 + 1, $3 + 1 }' >rays.txt
awk -F, 'NR > 1 { print $1, $4 }' hits.csv >expected.txt
expect_same_files rays.txt expected.txt
expect_exit 0 "$bitvox" run ray_hits meshes=outer.obj,inner.obj "${detector[@]}" threads=2 \
  beam=parallel output=parallel.csv
expect_equal "the middle line" '-4 -1 1 4' "$(awk -F, '$1 == 13 { printf "%.6g ", $2 }' parallel.csv | xargs)"

# Hits that are not written are not kept; a source that has no effect is an error.
expect_exit 0 "$bitvox" run ray_hits meshes=outer.obj "${detector[@]}"
grep -qF 'not kept: give output= a file' out err || fail "that nothing is kept: $(cat out err)"
expect_exit 2 "$bitvox" run ray_hits meshes=outer.obj source=1,2,3
grep -qF 'source' err || fail "stderr: $(<err)"

# Rays to ends in a table, from within the outer cube.
printf 'x,y,z\n9,2,2\n2,2,3\n2,-9,2\n' >ends.csv
expect_exit 0 "$bitvox" run ray_hits meshes=outer.obj rays=ends.csv source=2,2,2 output=ends_hits.csv
expect_equal "rays, distances and sides" '1,2,1 3,6,1' \
  "$(tail -n +2 ends_hits.csv | cut -d, -f1,2,5 | xargs)"

same_everywhere ray_hits output=hits.csv meshes=outer.obj,inner.obj "${detector[@]}"
same_everywhere ray_hits output=ends.bin meshes=outer.obj rays=ends.csv source=2,2,2

# Columns are found by their headings.
printf '"Z (mm)",Name,X (mm),Y (mm)\n2,"a, b",9,2\n3,c,2,2\n2,d,2,-9\n' >named.csv
expect_exit 0 "$bitvox" run ray_hits meshes=outer.obj rays=named.csv source=2,2,2 output=named_hits.csv
expect_same_files ends_hits.csv named_hits.csv

# A cube without a face is reported.
sed '$d' outer.obj >open.obj
expect_exit 0 "$bitvox" run ray_hits meshes=open.obj "${detector[@]}" angle=90 summary=open.csv
grep -qF 'open.obj is not closed' err out || fail "the open edges are not reported: $(cat out err)"
expect_equal "open edges" 4 "$(sed -n 2p open.csv | cut -d, -f3)"
(($(sed -n 2p open.csv | cut -d, -f9) > 0)) || fail "no ray tells of the hole"

# Damaged files and wrong keys.
head -c 84 /dev/zero | tr '\0' '\377' >lying.stl
expect_exit 1 "$bitvox" run ray_hits meshes=lying.stl output=no.csv
[[ ! -e no.csv ]] || fail "a file is left"
expect_exit 1 "$bitvox" run ray_hits meshes=missing.stl
grep -q 'missing.stl' err || fail "stderr: $(<err)"
printf '1,2\n' >short.csv
expect_exit 1 "$bitvox" run ray_hits meshes=outer.obj rays=short.csv
grep -qF 'short.csv: line 1: is not an end of a ray' err || fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run ray_hits meshes=outer.obj rays=ends.csv source=1,2
expect_exit 2 "$bitvox" run ray_hits meshes=outer.obj save=outer.obj
expect_exit 2 "$bitvox" run ray_hits meshes=outer.obj output=outer.obj
