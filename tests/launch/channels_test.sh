#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Dialogs for images of several channels in a real ImageJ: what belongs to a channel follows it, and
# the second image is another channel of the first one.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
display_size=1280x800
with_display
install_plugin

"$bitvox" run sample_foam width=120 height=100 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run convolution input=foam.tif sigma=2 result=same output=blur.tif >/dev/null
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,PreviewSteps,ChannelsDriver}.java
"${imagej[@]}" ChannelsDriver 2>err | tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped: $(<err)"
! grep -F org.bitvox err || fail "a failure in AWT's thread: $(<err)"
