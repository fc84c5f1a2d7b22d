#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Skeletons of volumes through ./bitvox run.
# dialog: Bitvox Skeleton 3D... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A full block keeps its topology, which verify counts.
bytes 4000 377 >plate.raw
expect_exit 0 "$bitvox" run skeleton3d input=plate.raw width=20 height=20 depth=10 verify
grep -qx 'Voxels before: 4000' out || fail "voxels are missing: $(<out)"

expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
same_everywhere skeleton3d output=skeleton.tif input=foam.tif verify
