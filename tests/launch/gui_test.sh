#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# ImageJ with a display: the jar in the plugins folder, macros, and the dialog with the recorder on.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin

"$bitvox" run sample_foam width=240 height=200 depth=60 seed=3 output=foam.tif >/dev/null
"$bitvox" run granulometry input=foam.tif max_radius=50 save=cross.csv >/dev/null
"$bitvox" run granulometry input=foam.tif element=cube max_radius=20 save=cube.csv >/dev/null

echo "A macro in ImageJ's window"
cat >window.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "element=cross edges=background max_radius=50 map");
if (isOpen("Bitvox Granulometry")) selectWindow("Bitvox Granulometry");
saveAs("Results", "window.csv");
File.saveString(getTitle(), "window.done");
MACRO
macro_in_window window.ijm window.done
expect_equal "the table" "$(counts cross.csv)" "$(counts window.csv)"
expect_equal "the current image" foam_map "$(<window.done)"

echo "A macro under -batch, and a wrong value: no box that waits for a click, and no next line"
{
  sed 's/window/batch/' window.ijm
  echo 'selectWindow("foam.tif");'
  echo 'run("Bitvox Granulometry...", "element=sphere");'
  echo 'File.saveString("reached", "wrong.done");'
} >batch.ijm
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch batch.ijm
grep -q 'element=sphere is not allowed' out err || fail "not reported: $(cat out err)"
[[ ! -e wrong.done ]] || fail "the macro went on after an error"
expect_equal "the table" "$(counts cross.csv)" "$(counts batch.csv)"
expect_equal "the current image" foam_map "$(<batch.done)"

echo "Tables by name: rows of images accumulate, a curve is replaced, measurements stay as they are"
cat >tables.ijm <<'MACRO'
open("foam.tif");
foam = getImageID();
run("Measure");
for (i = 0; i < 2; i++) {
  selectImage(foam);
  run("Bitvox Granulometry...", "element=cube max_radius=20");
  selectImage(foam);
  run("Bitvox Skeleton 3D...", "verify");
}
text = "" + nResults + " " + Table.size("Bitvox Granulometry");
text += " " + Table.size("Bitvox Granulometry Summary") + " " + Table.size("Bitvox Skeleton 3D");
text += " " + Table.get("Width (voxels)", 3, "Bitvox Granulometry");
Table.save("table.csv", "Bitvox Granulometry");
selectWindow("Bitvox Skeleton 3D");
saveAs("Results", "skeletons.csv");
Table.rename("Bitvox Granulometry", "Results");
text += " " + getResult("n", 3);
titles = newArray("foam granulometry", "foam granulometry-1", "foam_skeleton", "foam_skeleton-1");
for (i = 0; i < titles.length; i++) text += " " + isOpen(titles[i]);
File.saveString(text, "tables.done");
MACRO
macro_in_window tables.ijm tables.done
expect_equal "measurements, rows of the tables, titles" \
  "1 $(counts cube.csv | wc -w) 2 2 7 3 1 1 1 1" \
  "$(<tables.done)"
expect_equal "the curve" "$(counts cube.csv)" "$(counts table.csv)"
expect_equal "lines of the skeletons' table" 3 "$(wc -l <skeletons.csv)"

echo "Measure between two runs under -batch, then two images of one title"
cat >titles.ijm <<'MACRO'
open("foam.tif");
foam = getImageID();
for (i = 0; i < 3; i++) {
  selectImage(foam);
  run("Bitvox Skeleton 2D...", "rule=guo-hall");
  selectImage(foam);
  run("Measure");
}
run("Bitvox Skeleton 2D...", "input=foam.tif");
File.saveString("" + nResults, "measure.done");
close("*");
open("foam.tif");
first = getImageID();
open("foam.tif");
run("Bitvox Joint Histogram...", "second=id:" + first + " bins=2");
File.saveString("reached", "titles.done");
run("Bitvox Joint Histogram...", "second=foam.tif");
File.saveString("reached", "ambiguous.done");
MACRO
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch titles.ijm
expect_equal "rows of the table" 4 "$(<measure.done)"
grep -q "2 open images have the title 'foam.tif'; rename them" out err ||
  fail "not refused: $(cat out err)"
[[ -e titles.done ]] || fail "an image is not found by its ID"
[[ ! -e ambiguous.done ]] || fail "the macro went on after an error"

echo "Columns have one order in a window and under -batch, also those that a later row brings"
cat >columns.window.ijm <<'MACRO'
open("foam.tif");
run("Duplicate...", "title=twin duplicate");
run("Bitvox Joint Histogram...", "input=foam.tif second=twin");
run("Bitvox Joint Histogram...", "input=foam.tif second=twin statistics=colocalization");
if (isOpen("Bitvox Joint Histogram")) selectWindow("Bitvox Joint Histogram");
saveAs("Results", "columns.window.csv");
File.saveString("saved", "columns.window.done");
MACRO
sed 's/columns.window/columns.batch/' columns.window.ijm >columns.batch.ijm
macro_in_window columns.window.ijm columns.window.done
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch columns.batch.ijm
columns() { head -n 1 "$1" | sed 's/^ *,//'; } # without row numbers
expect_equal "the columns" "$(columns columns.window.csv)" "$(columns columns.batch.csv)"
[[ $(columns columns.window.csv) == *",Li ICQ,"*",Range A,"*",Threshold,"*",Note,Backend" ]] ||
  fail "the order: $(columns columns.window.csv)"

echo "The dialog, by mouse and keyboard"
expect_exit 0 "${imagej[@]}" "$root/tests/launch/GuiDriver.java"
cp out driver.out
grep -q '^FINISHED' driver.out || fail "$(<driver.out)"
grep -q 'run("Bitvox Granulometry...", "phase=foreground element=cube .*max_radius=20 .*map' \
  driver.out || fail "recorded: $(<driver.out)"
"$bitvox" run granulometry input=foam.tif element=cube edges=clipped max_radius=20 save=piece.csv >/dev/null
expect_equal "the table" "$(counts piece.csv)" "$(counts dialog.csv)"
expect_same_files dialog.csv replayed.csv
[[ -s imagej.png ]] || fail "the picture of the README is missing"
