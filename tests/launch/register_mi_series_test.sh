#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A time series of two channels, whose drift is known, comes to lie on its first frame: by files, and
# in ImageJ's window, where the recorded line does the same again. The picture of the manual,
# register_mi_series.png, is made here.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin

java -Djava.awt.headless=true -cp "$ij_jar" "$root/tests/launch/SeriesImage.java" series.tif \
  short.tif

# column HEADING FILE.csv: of all rows.
column() {
  awk -F, -v heading="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == heading) column = i }
    NR > 1 { print column ? $column : "" }' "$2"
}

# expect_drift FILE.csv HEADING STEP TOLERANCE: row n has n times the step.
expect_drift() {
  column "$2" "$1" | awk -v step="$3" -v tolerance="$4" '
    { wrong += $1 == "" || ($1 - (NR - 1) * step)^2 > tolerance^2 }
    END { exit wrong || NR != 5 }' ||
    fail "$1: $2 should be $3 a frame: $(column "$2" "$1" | tr '\n' ' ')"
}

expect_drifts() { # FILE.csv
  expect_drift "$1" "dx (voxels)" 2.5 0.25
  expect_drift "$1" "dy (voxels)" -1.5 0.25
  expect_drift "$1" "dz (voxels)" 0.4 0.25
  expect_drift "$1" "dx (µm)" 0.625 0.07
  expect_drift "$1" "angle x (degrees)" -1.5 0.4
  expect_drift "$1" "angle y (degrees)" 1 0.4
  expect_drift "$1" "angle (degrees)" 2 0.4
}

# Onto the first frame, and onto the previous one, each step of which is small.
expect_exit 0 "$bitvox" run register_mi input=series.tif max_shift=4 max_angle=12 axes=xyz \
  output=first.tif save=first.csv
expect_quiet
expect_drifts first.csv
steps=(series=previous max_shift=2 max_angle=5 axes=xyz)
expect_exit 0 "$bitvox" run register_mi input=series.tif "${steps[@]}" output=previous.tif \
  overlay=overlay.tif save=previous.csv
expect_drifts previous.csv

# By the other channel, onto the same place.
expect_exit 0 "$bitvox" run register_mi input=series.tif "${steps[@]}" channel=2 save=walls.csv
expect_drifts walls.csv

# A motion that was saved is applied to the same image and to another one.
expect_exit 0 "$bitvox" run register_mi input=series.tif motion=previous.csv output=again.tif
expect_same_files again.tif previous.tif
expect_exit 0 "$bitvox" run register_mi input=previous.tif max_shift=1 save=rest.csv
for heading in "dx (voxels)" "dy (voxels)" "dz (voxels)"; do expect_drift rest.csv "$heading" 0 0.3; done

# Every backend finds the same, in the first frames.
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run register_mi input=short.tif "${steps[@]}" backend="$backend" \
    output="$backend.tif" save="$backend.csv"
  expect_same_files "$backend.tif" "${backends[0]}.tif"
  expect_same_files <(column "dx (voxels)" "$backend.csv") \
    <(column "dx (voxels)" previous.csv | head -n 3)
done

# Wrong input.
expect_exit 2 "$bitvox" run register_mi input=series.tif channel=3
grep -qx 'bitvox: channel=3 is not allowed; use 1 to 2' err || fail "$(<err)"
expect_exit 2 "$bitvox" run register_mi input=series.tif axes=xyz
grep -qF 'axes=xyz is not allowed; use it with a max_angle above 0' err || fail "$(<err)"
expect_exit 1 "$bitvox" run register_mi input=series.tif second=first.tif
grep -qF 'has 2 channels and 5 frames, and one volume is needed' err || fail "$(<err)"
head -n 3 previous.csv >few.csv
expect_exit 1 "$bitvox" run register_mi input=series.tif motion=few.csv output=few.tif
grep -qF 'few.csv: has 2 rows, but series.tif has 5 frames' err || fail "$(<err)"
[[ ! -e few.tif ]] || fail "a failed run left a file"

echo "In ImageJ's window"
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,SeriesDriver}.java
expect_exit 0 "${imagej[@]}" SeriesDriver
cp out driver.out
grep -q '^FINISHED' driver.out || fail "$(<driver.out)"
# shellcheck disable=SC2016
grep -qE 'run\("Bitvox Register by MI...", "second=none series=previous .*max_shift=2 .*axes=xyz .*show_overlay' \
  driver.out || fail "recorded: $(<driver.out)"
expect_same_files window.csv replayed.csv
expect_same_files window.tif replayed.tif
expect_same_files window_overlay.tif replayed_overlay.tif
expect_equal "the slice that is shown" "window shows 2 9 3" "$(grep -m 1 shows driver.out)"

# What the window has and what the command line has written look like the series: sizes, lookup
# tables and display ranges.
cat >compare.ijm <<'MACRO'
names = newArray("series.tif", "window.tif", "previous.tif");
text = "";
for (i = 0; i < names.length; i++) {
  open(names[i]);
  getDimensions(width, height, channels, slices, frames);
  getVoxelSize(w, h, d, unit);
  interval = Stack.getFrameInterval();
  text = text + " " + width + " " + height + " " + channels + " " + slices + " " + frames;
  text = text + " " + w + " " + d + " " + interval;
  for (c = 1; c <= channels; c++) {
    Stack.setPosition(c, 1, 1);
    getMinAndMax(min, max);
    getLut(reds, greens, blues);
    text = text + " " + min + " " + max + " " + reds[255] + " " + greens[255] + " " + blues[255];
  }
  text = text + "\n";
}
File.saveString(text, "compare.txt");
MACRO
expect_exit 0 "${imagej[@]}" ij.ImageJ -batch compare.ijm
grep -q '112 96 2 28 5 ' compare.txt || fail "compare.txt: $(<compare.txt)"
for line in 2 3; do
  expect_equal "looks" "$(sed -n 1p compare.txt)" "$(sed -n ${line}p compare.txt)"
done
[[ -s register_mi_series.png ]] || fail "there is no picture"
rm -f ./*.tif
