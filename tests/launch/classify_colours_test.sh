#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# From raw frames to objects and tracks, through ./bitvox run.
# dialog: Bitvox Classify Colours... | colours.tif | model.json
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Raw frames with something in them, the same in colours, and a model of their halves.
expect_exit 0 "$bitvox" run sample_foam width=150 height=91 depth=12 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 result=same output=raw.tif
expect_exit 0 "$bitvox" run debayer input=raw.tif pattern=gbrg method=gradient output=rgb.tif
{ bytes 81900 1 && bytes 81900 2; } >halves.raw
expect_exit 0 "$bitvox" run convert input=halves.raw width=150 height=91 depth=12 output=halves.tif
expect_exit 0 "$bitvox" run colour_classes input=rgb.tif labels=halves.tif gaussians=2 output=model.json

classify=(model=model.json motion=running threshold=30 memory=4 min_area=3 track=6)
same_everywhere classify_colours output=map.tif input=rgb.tif "${classify[@]}"
same_everywhere classify_colours save=objects.csv input=rgb.tif "${classify[@]}"
same_everywhere classify_colours labels=labels.tif input=rgb.tif "${classify[@]}" gaps=2
same_everywhere classify_colours labels=ignored.tif input=rgb.tif "${classify[@]}" ignore=1
same_everywhere classify_colours probabilities=p.tif input=rgb.tif "${classify[@]}"
[[ $(wc -l <"${backends[0]}-objects.csv") -gt 20 ]] || fail "$(<"${backends[0]}-objects.csv")"

echo "A mosaic is classified as the RGB image that is made of it"
expect_exit 0 "$bitvox" run classify_colours input=raw.tif mosaic=gbrg method=gradient "${classify[@]}" \
  output=raw-map.tif tracks=tracks.csv summary=summary.csv
expect_quiet
expect_same_files raw-map.tif "${backends[0]}-map.tif"
grep -q '^LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,' tracks.csv || fail "$(head -3 tracks.csv)"
expect_equal "spots" "$(wc -l <"${backends[0]}-objects.csv")" "$(wc -l <tracks.csv)"
for exact in 0 8; do
  expect_exit 0 "$bitvox" run classify_colours input=rgb.tif "${classify[@]}" table=$exact output=exact.tif
  expect_same_files exact.tif raw-map.tif
done

echo "A long movie does not fit the Java heap, and need not"
head -c 62914560 /dev/zero >long.raw
JAVA_TOOL_OPTIONS=-Xmx40m expect_exit 0 "$bitvox" run classify_colours input=long.raw width=512 \
  height=512 depth=240 mosaic=rggb model=model.json output=long.tif
[[ $(stat -c %s long.tif) -gt 62914560 ]] || fail "long.tif is too small"

echo "Frames in files of their own"
{ pixels 400 60 150 40; } | rgb_tiff 20 20 >frame1.tif
{ pixels 400 60 150 40; } | rgb_tiff 20 20 >frame2.tif
expect_exit 0 "$bitvox" run classify_colours input='frame*.tif' stack model=model.json output=frames.tif
{ pixels 300 60 150 40; } | rgb_tiff 20 15 >frame3.tif
expect_exit 1 "$bitvox" run classify_colours input='frame*.tif' stack model=model.json output=no.tif
grep -q 'frame3.tif: has 20 x 15' err || fail "$(<err)"

expect_exit 1 "$bitvox" run classify_colours input=raw.tif model=model.json
grep -q 'raw.tif is grey; give mosaic=' err || fail "$(<err)"
expect_exit 1 "$bitvox" run classify_colours input=rgb.tif model=rgb.tif
grep -q '^bitvox: rgb.tif: ' err || fail "$(<err)"
expect_exit 2 "$bitvox" run classify_colours input=rgb.tif
grep -q 'classify_colours needs model=FILE' err || fail "$(<err)"
