#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Makes docs/pictures/workflow.png anew: the top of a foam's report, as the browser Chromium shows it.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$root/bitvox" run sample_foam width=200 height=160 depth=120 seed=2 radius_min=5 radius_max=14 fraction=0.35 output=foam.tif
"$root/bitvox" run convolution input=foam.tif sigma=1 result=same output=grey_foam.tif
"$root/bitvox" run workflow input=grey_foam.tif output=report
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=900,2200 \
  --screenshot="$root/docs/pictures/workflow.png" "file://$folder/report/report.html"
