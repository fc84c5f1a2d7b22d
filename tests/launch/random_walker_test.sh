#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Random walker through ./bitvox run.
# dialog: Bitvox Random Walker... | seeds.tif blur.tif | seeds.tif
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# Seeds in the first and the last rows of a smoothed foam: every backend writes the same.
expect_exit 0 "$bitvox" run sample_foam width=90 height=60 depth=20 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif
{ bytes 500 1 && bytes 107000 0 && bytes 500 2; } >seeds.raw
walk=(input=blur.tif seeds=seeds.raw width=90 height=60 depth=20)
same_everywhere random_walker output=labels.tif "${walk[@]}"
same_everywhere random_walker probabilities=p.tif "${walk[@]}"
expect_exit 0 "$bitvox" run random_walker "${walk[@]}" save=labels.csv
expect_equal "rows of two labels" 3 "$(wc -l <labels.csv)"

# Seeds that are none.
expect_exit 1 "$bitvox" run random_walker input=blur.tif seeds=foam.tif
grep -qF 'the seeds have only one label, 255; at least two are needed' err || fail "$(<err)"
expect_exit 2 "$bitvox" run random_walker input=blur.tif
grep -qF 'seeds are needed: seeds=, an image, or rois=, a file of ROIs' err || fail "$(<err)"
expect_exit 2 "$bitvox" run random_walker "${walk[@]}" beta=-1
grep -qF 'beta' err || fail "$(<err)"
