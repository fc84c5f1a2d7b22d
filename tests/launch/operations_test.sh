#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every operation through ./bitvox run: each backend of this machine writes the same files.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run backends
mapfile -t backends < <(sed -n 's/^\([a-z0-9]*\): available.*/\1/p' out)
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
expect_exit 0 "$bitvox" run convolution input=foam.tif sigma=2 axes=xyz result=same output=blur.tif

# same_everywhere NAME OPERATION KEY=EXTENSION key=value...: KEY= is the file that is compared.
same_everywhere() {
  local name=$1 operation=$2 key=${3%=*} extension=${3#*=} backend
  shift 3
  for backend in "${backends[@]}"; do
    expect_exit 0 "$bitvox" run "$operation" "$@" backend="$backend" \
      "$key=$name-$backend.$extension"
    expect_quiet
    grep -q "$backend" out || fail "$backend did not run: $(<out)"
    expect_same_files "$name-$backend.$extension" "$name-${backends[0]}.$extension"
  done
}

same_everywhere map granulometry output=tif input=foam.tif max_radius=20
same_everywhere skeleton3d skeleton3d output=tif input=foam.tif verify
same_everywhere skeleton2d skeleton2d output=tif input=foam.tif
same_everywhere counts joint_histogram counts=csv input=foam.tif second=blur.tif bins=64,100
same_everywhere gaussian convolution output=tif input=foam.tif sigma=1.5 axes=xyz edges=mirror
same_everywhere sobel convolution output=tif input=blur.tif kernel=sobel axes=xyz edges=wrap
same_everywhere registered register_mi output=tif input=blur.tif second=foam.tif max_angle=4

# Numbers that can be said beforehand.
expect_exit 0 "$bitvox" run joint_histogram input=foam.tif second=foam.tif save=same.csv
grep -qx 'Pearson r: 1' out || fail "an image is not like itself: $(<out)"
bytes 4000 377 >plate.raw
expect_exit 0 "$bitvox" run skeleton3d input=plate.raw width=20 height=20 depth=10 verify
grep -qx 'Voxels before: 4000' out || fail "voxels are missing: $(<out)"
printf '0 1 0\n1 -4 1\n0 1 0\n' >laplacian.txt
expect_exit 0 "$bitvox" run convolution input=blur.tif kernel=file kernel_file=laplacian.txt \
  output=file.tif
expect_exit 0 "$bitvox" run convolution input=blur.tif kernel=laplacian output=named.tif
expect_same_files file.tif named.tif
