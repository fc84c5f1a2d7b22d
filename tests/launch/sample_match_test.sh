#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Football matches and their truth through ./bitvox run.
# dialog: Bitvox Sample Match... | | 3 90 80 4
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

match=(frames=3 width=200 height=150 players=4)
expect_exit 0 "$bitvox" run sample_match "${match[@]}" seed=7 output=m.tif classes=classes.tif \
  labels=labels.tif background=field.tif save=truth.csv
expect_quiet
expect_equal "rows of 9 players in 3 frames" 28 "$(wc -l <truth.csv)"
expect_equal "columns" Frame,Class,Player,Area,X,Y,BX,BY,Width,Height "$(head -1 truth.csv)"
expect_exit 0 "$bitvox" run sample_match "${match[@]}" seed=7 threads=1 output=same.tif
expect_same_files same.tif m.tif
expect_exit 0 "$bitvox" run sample_match "${match[@]}" seed=8 output=other.tif
! cmp -s other.tif m.tif || fail "another seed gives the same match"

echo "What the manual says of training"
expect_exit 0 "$bitvox" run colour_classes input=m.tif labels=classes.tif gaussians=2 save=c.csv
expect_equal "rows of five classes" 6 "$(wc -l <c.csv)"

echo "A mosaic"
expect_exit 0 "$bitvox" run sample_match "${match[@]}" result=bayer pattern=gbrg output=mosaic.tif
expect_exit 0 "$bitvox" run debayer input=mosaic.tif pattern=gbrg output=colours.tif

expect_exit 2 "$bitvox" run sample_match width=63 output=no.tif
grep -qF 'width=63 is not allowed; use 64 to 8192' err || fail "$(<err)"
