#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every command from its dialog in a real ImageJ, recorded and replayed.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin

"$bitvox" run sample_foam width=120 height=100 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif >/dev/null
"$bitvox" run skeleton3d input=foam.tif output=foam_skeleton.tif >/dev/null
timeout 120 java "-Dplugins.dir=$work" -cp "$ij_jar" "$root/tests/launch/DialogsDriver.java" |
  tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped"
