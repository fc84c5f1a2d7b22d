#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every command with a dialog in a real ImageJ, recorded and replayed. The test of an operation has a
# line for it: its menu title, the images that are open (the last is the current one), and numbers to
# type into its first fields, a FASTA, CSV, Matrix Market, OBJ or JSON file for the first one (and one to write
# for the last), or what its first choice has to offer by itself.
# For example: dialog: Bitvox Joint Histogram... | blur.tif foam.tif | blur.tif
# An image may be opened under another title, FILE=TITLE; N stands for its ID in what is offered.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
display_size=1280x800 # what laptops have, which every dialog must fit
with_display
install_plugin

sed -n 's/^# dialog: //p' "$root"/tests/launch/*_test.sh >dialogs.txt
while IFS= read -r title; do
  grep -qF "$title |" dialogs.txt || fail "no test in tests/launch says how to try '$title'"
done < <(sed -n 's/.*"\(Bitvox .*\.\.\.\)".*/\1/p' "$root/plugin-config/plugins.config")

"$bitvox" run sample_foam width=120 height=100 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif >/dev/null
"$bitvox" run skeleton3d input=foam.tif output=foam_skeleton.tif >/dev/null
"$bitvox" run label input=foam_skeleton.tif output=seeds.tif >/dev/null
"$bitvox" run sample_motif length=11 distance=2 output=s.fasta >/dev/null
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 2 -1 -1 2 >s.mtx
printf '%s\n' '%%MatrixMarket matrix coordinate pattern symmetric' '3 3 2' '2 1' '3 2' >g.mtx
head -c 36000 /dev/urandom | rgb_tiff 120 100 >colours.tif
{ bytes 6000 1 && bytes 6000 7; } >kinds.raw
"$bitvox" run convert input=kinds.raw width=120 height=100 output=kinds.tif >/dev/null
"$bitvox" run colour_classes input=colours.tif labels=kinds.tif gaussians=1 output=model.json >/dev/null
printf '%s\n' x,y,z 5,5,5 90,80,20 60,20,9 >points.csv
printf '%s\n' 'v 0 0 0' 'v 4 0 0' 'v 0 4 0' 'v 0 0 4' 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3' >box.obj
mkdir bin # a browser, which writes down what it is to open
printf '%s\n' '#!/bin/sh' "echo \"\$1\" >>'$work/opened'" >bin/xdg-open
chmod +x bin/xdg-open
PATH=$work/bin:$PATH
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,DialogsDriver}.java
"${imagej[@]}" DialogsDriver dialogs.txt | tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped"
grep -q '^file:.*/report.html$' opened || fail "no browser opened the report"
expect_equal "reports that a browser opened: one per dialog, as a macro opens none" \
  "$(grep -c '^RECORDED run("Bitvox Workflow' driver.out)" "$(wc -l <opened)"
[[ -s x.mtx ]] || fail "the dialog's solution is not written"
