#!/usr/bin/env bash
# Radiographs through ./bitvox run.
# dialog: Bitvox Radiograph... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Two slices of 3 x 2 voxels: paths along y through labels 1 and 2.
printf '\1\0\2\1\2\2\0\0\1\0\0\0' >labels.raw
labels=(width=3 height=2 depth=2 geometry=synchrotron columns=3)
expect_exit 0 "$bitvox" run radiograph "${labels[@]}" input=labels.raw output=paths.nrrd save=paths.csv
expect_quiet
grep -qx 'Longest path (voxels): 2' out || fail "two voxels follow one another: $(<out)"
expect_equal "rows of the table" 3 "$(wc -l <paths.csv)"
expect_exit 0 "$bitvox" run convert input=paths.nrrd channel=1 output=one.raw
expect_equal "label 1" "2 0 0 0 0 1" "$(od -An -tf4 -w24 one.raw | xargs)"
expect_exit 0 "$bitvox" run radiograph "${labels[@]}" input=labels.raw materials=2:mu:0.5 result=attenuation output=two.raw
expect_equal "label 2" "0 0.5 1 0 0 0" "$(od -An -tf4 -w24 two.raw | xargs)"

# Integers with a sign are the same labels, and a negative one is none.
printf '\1\0\0\0\2\0\1\0\2\0\2\0\0\0\0\0\1\0\0\0\0\0\0\0' >signed.raw
expect_exit 0 "$bitvox" run radiograph "${labels[@]}" input=signed.raw type=int16 output=signed.nrrd
cmp <(tail -c 48 paths.nrrd) <(tail -c 48 signed.nrrd) || fail "labels with a sign"
printf '\376\377' | dd of=signed.raw conv=notrunc status=none
expect_exit 1 "$bitvox" run radiograph "${labels[@]}" input=signed.raw type=int16
grep -qF 'has the value -2, which is no label' err || fail "stderr: $(<err)"

# The same for every number of threads; a sinogram is a row of every angle.
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
for threads in 1 3; do
  expect_exit 0 "$bitvox" run radiograph input=foam.tif voxel_size=0.1mm columns=90 angles=5 noise=100 \
    result=transmission threads=$threads output=$threads.tif save=$threads.csv sketch=$threads.png
done
cmp 1.tif 3.tif && cmp 1.csv 3.csv && cmp 1.png 3.png
same_everywhere radiograph output=paths.tif input=foam.tif voxel_size=0.1mm columns=60 angles=3
expect_exit 0 "$bitvox" run radiograph input=foam.tif columns=90 angles=3 output=all.raw
rows=$(sed -n 's/^Detector rows: //p' out)
expect_exit 0 "$bitvox" run radiograph input=foam.tif columns=90 angles=3 row=7 output=row.raw
for angle in 0 1 2; do
  cmp <(tail -c +$((360 * (rows * angle + 6) + 1)) all.raw | head -c 360) \
    <(tail -c +$((360 * angle + 1)) row.raw | head -c 360) || fail "angle $angle of the sinogram"
done

# Meshes: a box of 2 x 4 x 6, whose faces are squares and rectangles; twice is twice as thick.
printf 'v %s\n' '0 0 0' '2 0 0' '0 4 0' '2 4 0' '0 0 6' '2 0 6' '0 4 6' '2 4 6' >box.obj
printf 'f %s\n' '1 3 4 2' '5 6 8 7' '1 2 6 5' '3 7 8 4' '1 5 7 3' '2 4 8 6' >>box.obj
meshes=(geometry=synchrotron columns=2 rows=1 pixel=1)
expect_exit 0 "$bitvox" run radiograph meshes=box.obj,box.obj unit=mm "${meshes[@]}" output=mesh.nrrd save=mesh.csv
expect_quiet
expect_equal "rows of the table" 3 "$(wc -l <mesh.csv)"
grep -qx 'Longest path (mm): 4' out || fail "the box is 4 thick: $(<out)"
expect_exit 0 "$bitvox" run radiograph meshes=box.obj,box.obj "${meshes[@]}" materials=mu:0.25 result=attenuation output=mesh.raw
expect_equal "twice a box" "2 2" "$(od -An -tf4 mesh.raw | xargs)"
same_everywhere radiograph output=mesh.tif meshes=box.obj unit=mm columns=40 angles=3
sed '$d' box.obj >open.obj
expect_exit 0 "$bitvox" run radiograph meshes=open.obj columns=40
grep -qF 'open.obj is not closed' out err || fail "the open edges are not reported: $(cat out err)"
expect_exit 2 "$bitvox" run radiograph meshes=box.obj input=foam.tif
grep -qF 'input= and meshes= exclude each other' err || fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run radiograph
grep -qF 'needs input=FILE or meshes=FILES' err || fail "stderr: $(<err)"

# Doses behind the foam.
printf 'X,Y,Z,Strength\n3,2.5,-100,1e9\n' >sources.csv
printf 'X,Y,Z\n3,2.5,100\n' >points.csv
doses=(input=foam.tif voxel_size=0.1mm columns=9 materials=bone_cortical sources=sources.csv points=points.csv)
for threads in 1 3; do
  expect_exit 0 "$bitvox" run radiograph "${doses[@]}" threads=$threads doses=dose$threads.csv
done
cmp dose1.csv dose3.csv
grep -q '^1,3,2.5,100,1,air,' dose1.csv || fail "a row for the point: $(<dose1.csv)"
expect_exit 2 "$bitvox" run radiograph input=foam.tif voxel_size=0.1mm sources=sources.csv

expect_exit 1 "$bitvox" run radiograph input=foam.tif result=attenuation materials=watter voxel_size=1mm
expect_exit 2 "$bitvox" run radiograph input=foam.tif source_object=10
expect_exit 1 "$bitvox" run radiograph input=foam.tif result=attenuation
expect_exit 1 "$bitvox" run radiograph input=foam.tif row=60000
