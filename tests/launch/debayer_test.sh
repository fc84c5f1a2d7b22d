#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Colours of mosaics through ./bitvox run.
# dialog: Bitvox Debayer... | blur.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=150 height=91 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif
same_everywhere debayer output=rgb.tif input=blur.tif pattern=gbrg
same_everywhere debayer output=channels.nrrd input=blur.tif method=gradient result=channels

bytes 9 7 >line.raw
expect_exit 1 "$bitvox" run debayer input=line.raw width=9 height=1 output=no.tif
grep -q "at least 2 x 2 pixels, this image 9 x 1" err || fail "$(<err)"
