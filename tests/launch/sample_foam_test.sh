#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Synthetic foams through ./bitvox run.
# dialog: Bitvox Sample Foam... | | 90 80 40 4 12
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

foam=(width=70 height=61 depth=33)
expect_exit 0 "$bitvox" run sample_foam "${foam[@]}" seed=7 output=foam.tif
expect_quiet
expect_exit 0 "$bitvox" run sample_foam "${foam[@]}" seed=7 output=same.tif
expect_same_files same.tif foam.tif
expect_exit 0 "$bitvox" run sample_foam "${foam[@]}" seed=8 output=other.tif
! cmp -s other.tif foam.tif || fail "another seed gives the same foam"
