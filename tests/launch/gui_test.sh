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
imagej=(java "-Dplugins.dir=$work" -cp "$ij_jar")

# wait_for FILE PROCESS: a last line that only a macro which went all the way writes.
wait_for() {
  local tenths
  for ((tenths = 0; tenths < 600; tenths++)); do
    [[ ! -s $1 ]] || return 0
    kill -0 "$2" || break
    sleep 0.1
  done
  fail "ImageJ did not write $1"
}

echo "A macro in ImageJ's window"
cat >window.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "element=cross edges=background max_radius=50 map");
saveAs("Results", "window.csv");
File.saveString(getTitle(), "window.done");
MACRO
"${imagej[@]}" ij.ImageJ -macro window.ijm &
process=$!
wait_for window.done "$process"
kill "$process"
expect_equal "the table" "$(counts cross.csv)" "$(counts window.csv)"
expect_equal "the current image" foam_map "$(<window.done)"

echo "A macro under -batch"
sed 's/window/batch/' window.ijm >batch.ijm
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch batch.ijm
expect_equal "the table" "$(counts cross.csv)" "$(counts batch.csv)"
expect_equal "the current image" foam_map "$(<batch.done)"

echo "A wrong value under -batch: no box that waits for a click, and no next line"
cat >wrong.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "element=ball");
File.saveString("reached", "wrong.done");
MACRO
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch wrong.ijm
grep -q 'element=ball is not allowed' out err || fail "not reported: $(cat out err)"
[[ ! -e wrong.done ]] || fail "the macro went on after an error"

echo "The dialog"
"${imagej[@]}" "$root/tests/launch/GuiDriver.java" >driver.out 2>&1 &
process=$!
dialog=$(timeout 60 xdotool search --sync --onlyvisible --name '^Bitvox Granulometry$' | head -n 1)
sleep 2 # until it has the keyboard
# press CLASS N: the dialog's N-th field of that class; windows are numbered as they are made.
press() {
  local field
  field=$(xdotool search --onlyvisible --name "^sun-awt-X11-$1\$" |
    awk -v dialog="$dialog" '$1 > dialog' | sort -n | sed -n "$2p")
  xdotool mousemove --window "$field" 8 8 click 1
  sleep 1
}
press XChoicePeer 2 # element
xdotool key --delay 300 Down Return
press XCheckboxPeer 2 # map
press XTextFieldPeer 1 # max_radius
xdotool key --delay 300 ctrl+a 2 0 Return
wait "$process" || fail "$(<driver.out)"
grep -q '^FINISHED' driver.out || fail "$(<driver.out)"
grep -q 'run("Bitvox Granulometry...", "phase=foreground element=cube .*max_radius=20 .*map' \
  driver.out || fail "recorded: $(<driver.out)"
expect_equal "the table" "$(counts cube.csv)" "$(counts dialog.csv)"
expect_same_files dialog.csv replayed.csv
[[ -s screenshot.png ]] || fail "there is no screenshot"
