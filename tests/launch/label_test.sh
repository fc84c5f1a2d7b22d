#!/usr/bin/env bash
# Labels through ./bitvox run.
# dialog: Bitvox Label Components... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display

# Two bars of 3 pixels with a gap of one: two objects, of which the border touches both.
printf '\377\377\377\0\377\377\377' >bars.raw
bars=(input=bars.raw width=7 height=1)
expect_exit 0 "$bitvox" run label "${bars[@]}" save=bars.csv output=labels.raw summary=summary.csv
expect_quiet
grep -qx 'Objects: 2' out || fail "there are two bars: $(<out)"
expect_equal "lines of the table" 3 "$(wc -l <bars.csv)"
expect_equal "lines of the summary" 2 "$(wc -l <summary.csv)"
expect_equal "labels" "1 1 1 0 2 2 2" "$(od -An -td4 -w28 labels.raw | xargs)"
expect_exit 0 "$bitvox" run label "${bars[@]}" no_border result=binary output=none.tif
grep -qx 'Objects: 0' out || fail "both touch the border: $(<out)"

# Every backend gives the same labels, tables and voxels.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 fraction=0.1 output=foam.tif
same_everywhere label output=labels.tif input=foam.tif
same_everywhere label save=objects.csv input=foam.tif second=foam.tif connectivity=6
same_everywhere label output=kept.tif input=foam.tif result=binary min_size=500 no_border
same_everywhere label output=slices.tif input=foam.tif per_slice connectivity=4

expect_exit 2 "$bitvox" run label input=foam.tif connectivity=8
grep -qF 'connectivity=8 is not allowed; use 6, 18 or 26, or per_slice' err ||
  fail "no sentence says why: $(<err)"
expect_exit 2 "$bitvox" run label input=foam.tif min_size=9 max_size=5
echo precious >kept.tif
expect_exit 2 "$bitvox" run label input=foam.tif result=none output=kept.tif
[[ $(<kept.tif) == precious ]]

# The objects of slices in the ROI Manager: the first selection covers label 1 and nothing else.
install_plugin
cat >rois.ijm <<EOF
open("$work/foam.tif");
run("Bitvox Label Components...", "per_slice rois min_size=20");
n = roiManager("count");
roiManager("select", 0);
same = "" + (n == getValue("results.count")) + " of " + (n > 0);
File.saveString(same + ", labels " + getValue("Min") + " to " + getValue("Max"), "$work/rois.txt");
EOF
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch "$work/rois.ijm"
expect_equal "a selection an object" "1 of 1, labels 1 to 1" "$(<rois.txt)"
