#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Classes of colours from an image of labels, through ./bitvox run.
# dialog: Bitvox Train Colour Classes... | kinds.tif colours.tif | kinds.tif
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Rows of noisy green, then rows of noisy red; the first and the last ones are sampled.
{ pixels 400 60 150 40 && pixels 400 190 30 20; } | rgb_tiff 40 20 >colours.tif
{ bytes 300 1 && bytes 200 0 && bytes 300 7; } >labels.raw
expect_exit 0 "$bitvox" run convert input=labels.raw width=40 height=20 output=labels.tif
train=(input=colours.tif labels=labels.tif gaussians=1)
expect_exit 0 "$bitvox" run colour_classes "${train[@]}" output=model.json save=c.csv plot=c.png
expect_quiet
expect_equal "rows of two classes" 3 "$(wc -l <c.csv)"
grep -qF '"name": "7"' model.json || fail "$(<model.json)"
expect_exit 0 "$bitvox" run colour_classes "${train[@]}" threads=1 output=same.json
expect_same_files same.json model.json
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run colour_classes "${train[@]}" backend="$backend" output=same.json save=b.csv
  expect_same_files same.json model.json
  grep -q ",$backend," b.csv || fail "$(<b.csv)"
done
expect_exit 0 "$bitvox" run colour_classes "${train[@]}" space=lab output=lab.json
grep -qF '"space": "lab"' lab.json || fail "$(<lab.json)"

expect_exit 1 "$bitvox" run colour_classes input=labels.tif labels=labels.tif
grep -qF 'labels.tif is no RGB image' err || fail "$(<err)"
expect_exit 2 "$bitvox" run colour_classes input=colours.tif
grep -qF 'samples are needed' err || fail "$(<err)"
expect_exit 2 "$bitvox" run colour_classes "${train[@]}" space=cmyk
grep -qF 'space=cmyk is not allowed' err || fail "$(<err)"
