#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Convolutions through ./bitvox run.
# dialog: Bitvox Convolve... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere convolution output=gaussian.tif input=foam.tif sigma=1.5 axes=xyz edges=mirror
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif
same_everywhere convolution output=sobel.tif input=blur.tif kernel=sobel axes=xyz edges=wrap

# A kernel from a file, and the same by name.
printf '0 1 0\n1 -4 1\n0 1 0\n' >laplacian.txt
expect_exit 0 "$bitvox" run convolution input=blur.tif kernel=file kernel_file=laplacian.txt \
  output=file.tif
expect_exit 0 "$bitvox" run convolution input=blur.tif kernel=laplacian output=named.tif
expect_same_files file.tif named.tif
