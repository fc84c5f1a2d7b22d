#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The previews of dialogs in a real ImageJ: they show what the command makes of the slice, follow the
# dialog and the slices, and leave the image as it was. The picture of the manual is preview.png.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin

"$bitvox" run sample_foam width=120 height=100 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif >/dev/null
"$bitvox" run sample_foam width=360 height=300 depth=60 seed=3 output=sharp.tif >/dev/null
"$bitvox" run convolution input=sharp.tif sigma=2 axes=xyz result=same output=large.tif >/dev/null
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,PreviewSteps,PreviewDriver}.java
"${imagej[@]}" PreviewDriver 2>err | tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped: $(<err)"
! grep -F org.bitvox err || fail "a failure in AWT's thread: $(<err)"
