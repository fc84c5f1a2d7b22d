#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Flow through ./bitvox run.
# dialog: Bitvox Flow... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Every backend writes the same.
expect_exit 0 "$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif
run=(flow input=foam.tif phase=background steps=100 frames=4)
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run "${run[@]}" backend="$backend" output="$backend.tif" \
    movie="$backend-movie.tif" tracks="$backend.csv" threads=1
  expect_quiet
  expect_exit 0 "$bitvox" run "${run[@]}" output=auto.tif movie=auto-movie.tif tracks=auto.csv
  expect_same_files "$backend.tif" auto.tif
  expect_same_files "$backend-movie.tif" auto-movie.tif
  expect_same_files "$backend.csv" auto.csv
done

# Water between a wall at rest and one that moves: a straight line, of which the mean is half.
bytes 64 377 >full.raw
shear=(input=full.raw width=8 height=8 left=periodic right=periodic top=moving)
expect_exit 0 "$bitvox" run flow "${shear[@]}" wall=0.05,0,0 force=0,0,0 ramp=100 \
  steps=1000000 steady=0.0001 save=t.csv plot=tracks.png
grep -qE '^Steady at step: [1-9][0-9]{2}$' out || fail "it did not become steady: $(<out)"
u=$(sed -n 's/^Mean velocity x (voxels.step): //p' out)
awk -v u="$u" 'BEGIN { exit !(u > 0.02499 && u < 0.02501) }' || fail "the mean is $u"
expect_equal "pictures" 1 "$(find . -name tracks.png -size +1k | wc -l)"
expect_equal "rows" 2 "$(wc -l <t.csv)"

# Nearly the same in 16 bits.
expect_exit 0 "$bitvox" run flow "${shear[@]}" wall=0.05,0,0 force=0,0,0 steps=1000 precision=16
u=$(sed -n 's/^Mean velocity x (voxels.step): //p' out)
awk -v u="$u" 'BEGIN { exit !(u > 0.0249 && u < 0.0251 && u != 0.025) }' || fail "the mean is $u"

# A body that is heavier than the fluid falls; a line that cannot be read is named.
bytes 4096 377 >cube.raw
fall=(flow input=cube.raw width=16 height=16 depth=16 'force=0,0,0' steps=100 frames=2)
printf '%s\n' '# one' 'sphere centre=8,4,8 radius=3 density=2' 'gravity acceleration=0,1e-4,0' >b.txt
expect_exit 0 "$bitvox" run "${fall[@]}" bodies=b.txt motion=motion.csv
awk -F, 'NR == 3 { exit !($5 > 4.03 && $5 < 5 && $8 > 0) }' motion.csv || fail "$(<motion.csv)"
echo 'box centre=8,8,8' >b.txt
expect_exit 1 "$bitvox" run "${fall[@]}" bodies=b.txt motion=no.csv
grep -qF 'b.txt, line 1: a box needs size=' err || fail "stderr: $(<err)"
printf '%s\n' 'box centre=8,4,8 size=12,2,2' 'box centre=8,4,8 size=2,2,12' >b.txt
expect_exit 1 "$bitvox" run "${fall[@]}" bodies=b.txt motion=no.csv
grep -qF 'b.txt, line 2: the box overlaps the box of line 1' err || fail "stderr: $(<err)"

# No force acts unasked where a face moves.
expect_exit 0 "$bitvox" run flow "${shear[@]}" wall=0.05,0,0 steps=100
grep -qxF 'Force: 0,0,0' out || fail "a force acts: $(<out)"
grep -qE '^Mean velocity z \(voxels.step\): 0(\.0)?$' out || fail "it flows along z: $(<out)"

# What is too fast is stopped, and nothing is left behind.
expect_exit 1 "$bitvox" run flow input=full.raw width=8 height=8 left=periodic right=periodic \
  top=periodic bottom=periodic force=0,0,0.005 steps=5000 save=no.csv output=no.tif
grep -qF 'the flow reached a Mach number of' err || fail "stderr: $(<err)"
[[ ! -e no.csv && ! -e no.tif ]] || fail "files of a flow that was stopped"
