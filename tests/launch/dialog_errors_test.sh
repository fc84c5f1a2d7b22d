#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Dialogs in a real ImageJ when something goes wrong: they come again with what was entered, and only
# what was done is recorded, with the points that were clicked. They open beside the image.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
display_size=1280x800
with_display
install_plugin

"$bitvox" run sample_foam width=120 height=100 depth=30 seed=3 output=foam.tif >/dev/null
javac -cp "$ij_jar" -d . "$root"/tests/launch/{WindowSteps,DialogErrorsDriver}.java
"${imagej[@]}" DialogErrorsDriver | tee driver.out
grep -q '^FINISHED' driver.out || fail "the driver stopped"
