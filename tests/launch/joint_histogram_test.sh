#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Joint histograms through ./bitvox run.
# dialog: Bitvox Joint Histogram... | blur.tif foam.tif | blur.tif
# dialog: Bitvox Joint Histogram... | blur.tif=foam.tif foam.tif | id:N foam.tif
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run joint_histogram input=foam.tif second=foam.tif save=same.csv
grep -qx 'Pearson r: 1' out || fail "an image is not like itself: $(<out)"

expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif
same_everywhere joint_histogram counts=counts.csv input=foam.tif second=blur.tif bins=64,100

for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run joint_histogram input=blur.tif second=foam.tif backend="$backend" \
    statistics=colocalization randomisations=20 block=5 save=all.csv
  expect_quiet
  grep -q ',found,' all.csv || fail "similar images have no thresholds: $(<all.csv)"
  sed "s/,$backend,/,BACKEND,/" all.csv >"$backend-colocalization.csv"
  expect_same_files "$backend-colocalization.csv" "${backends[0]}-colocalization.csv"
done
