#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Agents that never overlap, and checks of tracks, through ./bitvox run.
# dialog: Bitvox Agents... | foam.tif | 1 3 40 4
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

discs=("box=200,150" radius=4 agents=120 steps=20 motion=persistent step=2)
expect_exit 0 "$bitvox" run agents "${discs[@]}" output=movie.tif labels=labels.tif \
  density=density.tif tracks=tracks.csv lineage=lineage.txt plot=plot.png save=frames.csv \
  summary=row.csv
expect_quiet
expect_equal "rows of 21 frames" 22 "$(wc -l <frames.csv)"
expect_equal "places" $((1 + 21 * 120)) "$(wc -l <tracks.csv)"
expect_equal "the last agent's life" "120 0 20 0" "$(tail -1 lineage.txt)"
[[ -s plot.png ]] || fail "there is no plot"

echo "The same for all threads and strips"
for more in "threads=1" "threads=3" "backend=scalar" "strips=2 threads=2" "strips=7"; do
  # shellcheck disable=SC2086 # several keys
  expect_exit 0 "$bitvox" run agents "${discs[@]}" $more tracks=same.csv labels=same.tif
  expect_same_files same.csv tracks.csv
  expect_same_files same.tif labels.tif
done
expect_exit 0 "$bitvox" run agents "${discs[@]}" seed=2 tracks=other.csv
! cmp -s other.csv tracks.csv || fail "another seed gives the same tracks"

echo "They never overlap, and the check would say so"
expect_exit 0 "$bitvox" run agents check=tracks.csv radius=4
grep -qx 'Overlaps: 0' out || fail "$(<out)"
expect_exit 0 "$bitvox" run agents check=tracks.csv radius=6
grep -qx 'Overlaps: [1-9][0-9]*' out || fail "$(<out)"

echo "In an image, dividing"
expect_exit 0 "$bitvox" run sample_foam width=90 height=80 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run agents input=foam.tif radius=2 agents=200 steps=30 divide=20 \
  tracks=spheres.csv lineage=family.txt
expect_exit 0 "$bitvox" run agents check=spheres.csv radius=2
grep -qx 'Overlaps: 0' out || fail "$(<out)"
awk '$4 > 0 { daughters++ } END { exit !(daughters > 0 && daughters % 2 == 0) }' family.txt ||
  fail "daughters do not come in pairs"

echo "Along the flow through it"
expect_exit 0 "$bitvox" run permeability input=foam.tif direction=x max_steps=100 velocity=vector \
  output=flow.tif
expect_exit 0 "$bitvox" run agents input=foam.tif radius=2 agents=50 steps=10 motion=field \
  field=flow.tif wander=0.1 save=moved.csv
(($(tail -1 moved.csv | cut -d, -f3) > 0)) || fail "nobody is there"

echo "Wrong use"
expect_exit 2 "$bitvox" run agents radius=4
grep -qF 'agents needs input=FILE, box=X,Y,Z or check=FILE' err || fail "$(<err)"
expect_exit 1 "$bitvox" run agents box=50,50 radius=40
grep -qF 'radius=40 is too large' err || fail "$(<err)"
printf 'x,y\n20,20\n22,20\n' >near.csv
expect_exit 1 "$bitvox" run agents box=50,50 starts=near.csv tracks=no.csv
[[ ! -e no.csv ]] || fail "a file is left"
expect_exit 2 "$bitvox" run agents check=tracks.csv radius=4 labels=no.tif

echo "Starts from the first frame of tracks"
expect_exit 0 "$bitvox" run agents box=200,150 radius=4 steps=0 starts=tracks.csv \
  tracks=again.csv
expect_equal "places of the first frame" "$(head -121 tracks.csv)" "$(cat again.csv)"
printf 'x,y\n20,20\n' >flat.csv
expect_exit 1 "$bitvox" run agents box=50,50,50 starts=flat.csv
grep -qF "flat.csv: has no column 'z'" err || fail "$(<err)"
