#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The command line, through ./bitvox run and through plain java.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A full cube of side 5: every opening by a cube of side 1, 3, 5 keeps it, none larger fits.
bytes 125 377 >full.raw
cube=(granulometry input=full.raw width=5 height=5 depth=5 element=cube)
expect_exit 0 "$bitvox" run "${cube[@]}" save=full.csv output=full-map.tif summary=full-summary.csv
expect_quiet
expect_equal "V(n) of a full cube" "125 125 125 0" "$(counts full.csv)"
expect_equal "first columns" "n,V(n) (voxels)" "$(head -n 1 full.csv | cut -d, -f1,2)"
grep -qx 'Predominant size (n): 2' out || fail "stdout has no summary: $(<out)"
[[ -s full-map.tif ]] || fail "there is no map"
expect_equal "lines of the summary" 2 "$(wc -l <full-summary.csv)"

# Plain java, from another folder with relative paths, in a locale with a decimal comma.
mkdir elsewhere
(
  cd elsewhere
  cube[1]=input=../full.raw
  expect_exit 0 java -Duser.language=de -Duser.country=DE -cp "$ij_jar:$bitvox_jar" \
    org.bitvox.Cli "${cube[@]}" save=full.csv
)
expect_same_files elsewhere/full.csv full.csv

# A foam as TIFF, and the same voxels as a raw file, give the same curve from every backend.
expect_exit 0 "$bitvox" run sample_foam width=70 height=61 depth=33 seed=7 output=foam.tif
expect_quiet
offset=$(od -An -v -tx1 -w12 -j10 -N132 foam.tif | awk '$1 $2 == "1101" { print $12 $11 $10 $9 }')
voxels=$((70 * 61 * 33)) # tag 273: where the pixels begin
head -c $((16#$offset + voxels)) foam.tif | tail -c "$voxels" >foam.raw
expect_exit 0 "$bitvox" run granulometry input=foam.tif save=foam.csv plot=foam.png output=foam-map.tif
expect_quiet
expect_equal "a PNG's first bytes" 89504e47 "$(head -c 4 foam.png | od -An -tx1 | tr -d ' \n')"
expect_exit 0 "$bitvox" run granulometry input=foam.raw width=70 height=61 depth=33 save=raw.csv
expect_same_files <(cut -d, -f2 raw.csv) <(cut -d, -f2 foam.csv)
expect_exit 0 "$bitvox" run backends
mapfile -t backends < <(sed -n 's/^\([a-z0-9]*\): available.*/\1/p' out)
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run granulometry input=foam.tif backend="$backend" save="$backend.csv" \
    output="$backend-map.tif"
  grep -qx "Backend: $backend" out || fail "$backend did not run: $(<out)"
  expect_same_files "$backend.csv" foam.csv
  expect_same_files "$backend-map.tif" foam-map.tif
done
[[ -s scalar.csv ]] || fail "the scalar backend was not tried"

# An existing file is replaced.
expect_exit 0 "$bitvox" run granulometry input=foam.tif max_radius=1 save=scalar.csv
expect_equal "rows of the shorter curve" 2 "$(counts scalar.csv | wc -w)"

# A full volume never falls when elements are clipped; the end is said.
expect_exit 0 "$bitvox" run granulometry input=full.raw width=5 height=5 depth=5 edges=clipped \
  max_radius=3 save=clipped.csv
expect_equal "V(n) of a full volume" "125 125 125 125" "$(counts clipped.csv)"
grep -qF 'max_radius=3' out err || fail "nothing says that max_radius ended the curve"

# Without arguments the commands are listed; help lists the keys and their defaults.
expect_exit 0 "$bitvox" run
for command in granulometry backends sample_foam; do
  grep -q "^ *$command " out || fail "'$command' is not listed: $(<out)"
done
expect_exit 0 "$bitvox" run granulometry help
grep -q '^ *max_radius=50 .*1 to 32767' out || fail "help does not describe max_radius: $(<out)"
