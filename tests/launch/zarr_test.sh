#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# OME-Zarr: both ways between it and other formats and programs, and as input and output of commands.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
if ! has_java_17; then
  echo "SKIPPED: OME-Zarr needs a JDK 17 or later"
  exit 0
fi

"$bitvox" zarr help >out 2>err # what reads it is built if it is not yet

python=/usr/bin/python3
others=$root/tests/zarr

expect_error() { # CODE SENTENCE ARGUMENT...
  local code=$1 sentence=$2
  shift 2
  expect_exit "$code" "$bitvox" "$@"
  grep -qxF "bitvox: $sentence" err || fail "expected '$sentence', got '$(<err)'"
}

# voxels FILE: of an image, in a raw file, little-endian.
voxels() {
  "$bitvox" run convert input="$1" output="$1.raw" "${@:2}" >out
  sha256sum <"$1.raw"
}

# same_voxels IMAGE.zarr...: those of IMAGE.bin, in one process.
same_voxels() {
  local image list
  list=$(printf ',%s' "$@")
  expect_exit 0 "$bitvox" run convert input="${list#,}" output='*.raw'
  for image in "$@"; do
    cmp "${image%.zarr}.bin" "${image%.zarr}.raw" || fail "$image has other voxels"
  done
}

"$bitvox" run sample_foam width=70 height=61 depth=53 radius_min=4 radius_max=9 output=foam.tif >out
"$bitvox" run convolution input=foam.tif sigma=1 axes=xyz output=grey.nrrd >out
foam=$(voxels foam.tif)

# ---- There and back, and as others read it ---------------------------------------------------

expect_exit 0 "$bitvox" zarr foam.tif foam.zarr chunk=32 spacing_um=4.1
expect_quiet
grep -qx 'Voxel size: 4.1 x 4.1 x 4.1 µm' out || fail "no voxel size: $(<out)"
expect_exit 0 "$bitvox" zarr foam.tif shards.zarr chunk=16 shard=64 codec=blosc-lz4
expect_exit 0 "$bitvox" zarr foam.zarr back.tif
for image in back.tif foam.zarr shards.zarr; do
  expect_equal "$image" "$foam" "$(voxels "$image")"
done

if "$python" -c 'import zarr' 2>/dev/null; then
  "$python" "$others/check.py" write .
  "$python" "$others/check.py" read foam.zarr/0 foam.tif.raw
  same_voxels python_*.zarr
else
  echo "SKIPPED: python3-zarr is not here, whose arrays are read and which reads ours"
fi

# zarrita [ARGUMENT...]: JavaScript's reader and writer of Zarr 2 and 3; fetched by npm, once.
zarrita_here() {
  local version
  version=$(node --version 2>/dev/null) || return
  [[ ${version#v} =~ ^([0-9]+) ]] && ((BASH_REMATCH[1] >= 20)) || return
  [[ -d $root/target/zarrita/node_modules/zarrita ]] ||
    npm install --silent --prefix "$root/target/zarrita" zarrita@0.7.5 >/dev/null 2>&1
}
if zarrita_here; then
  cp "$others/check.mjs" "$root/target/zarrita/check.mjs"
  node "$root/target/zarrita/check.mjs" write .
  node "$root/target/zarrita/check.mjs" read foam.zarr/0 foam.tif.raw
  node "$root/target/zarrita/check.mjs" read shards.zarr/0 foam.tif.raw
  same_voxels zarrita_*.zarr
else
  echo "SKIPPED: zarrita cannot be had (node 20 and npm), which reads our shards"
fi

# ---- Commands --------------------------------------------------------------------------------

expect_exit 0 "$bitvox" run granulometry input=foam.tif voxel_size=4.1um save=a.csv output=map.nrrd
expect_exit 0 "$bitvox" run granulometry input=foam.zarr save=b.csv output=map.zarr
expect_quiet
expect_same_files a.csv b.csv
expect_equal "map" "$(voxels map.nrrd)" "$(voxels map.zarr)"

expect_exit 0 "$bitvox" run label input=shards.zarr output=foam.zarr/labels/cells
grep -q '"cells"' foam.zarr/labels/.zattrs || fail "the labels are not listed"
grep -q '"image-label"' foam.zarr/labels/cells/.zattrs || fail "they do not say that they are labels"
expect_exit 0 "$bitvox" run label input=foam.tif output=labels.nrrd
expect_equal "labels" "$(voxels labels.nrrd)" "$(voxels foam.zarr dataset=labels/cells)"

expect_exit 0 "$bitvox" run minkowski input=foam.zarr level=1
grep -q 'Note' out && fail "level 1: $(<out)"

expect_exit 0 "$bitvox" zarr grey.nrrd grey.zarr version=0.5 codec=gzip
expect_equal "grey" "$(voxels grey.nrrd)" "$(voxels grey.zarr)"

# A chunk that is missing is the fill value, and is counted.
rm foam.zarr/0/1/1/1
expect_exit 0 "$bitvox" run minkowski input=foam.zarr
grep -qx 'Note: foam.zarr/0: 1 chunk is missing and read as the fill value.' out ||
  fail "the missing chunk is not counted: $(<out)"
expect_exit 0 "$bitvox" zarr labels.nrrd cells.zarr chunk=32
rm cells.zarr/0/0/0/0
expect_exit 0 "$bitvox" run surface input=cells.zarr kind=labels save=surfaces.csv
grep -q 'cells.zarr/0: 1 chunk is missing and read as the fill value.' out ||
  fail "nothing is said about the missing chunk of labels: $(<out)"

# ---- A large image of a few files ------------------------------------------------------------

expect_exit 0 "$bitvox" run sample_foam width=64 height=64 depth=64 radius_min=4 radius_max=9 output=cube.zarr
"$bitvox" zarr cube.zarr again.zarr repeat=2 || fail "no repeat"
expect_exit 0 "$bitvox" zarr again.zarr again.tif
grep -qx 'Width (voxels): 128' out || fail "not twice as wide: $(<out)"
expect_equal "links" 9 "$(stat -c %h cube.zarr/0/0/0/0)"

# ---- What is wrong ---------------------------------------------------------------------------

expect_error 1 "foam.zarr: is there already; remove it, or choose another name" \
  zarr foam.tif foam.zarr
expect_error 2 "output=foam.zarr/labels/x lies in the input foam.zarr; choose another place" \
  run label input=foam.zarr output=foam.zarr/labels/x
expect_error 1 "foam.zarr: level=7 is not there: it has levels 0 to 2" \
  run minkowski input=foam.zarr level=7
expect_error 2 "chunk=0 is not allowed; use a whole number from 1 to 1024" zarr foam.tif no.zarr chunk=0
mkdir empty.zarr
expect_error 1 "empty.zarr: is no Zarr: it has no zarr.json, .zgroup or .zarray" \
  run minkowski input=empty.zarr
cp -r shards.zarr damaged.zarr
truncate -s -40 damaged.zarr/0/c/0/0/0
expect_exit 1 "$bitvox" run minkowski input=damaged.zarr
grep -q '^bitvox: damaged.zarr/0.*shard c/0/0/0' err || fail "which shard is not said: $(<err)"
[[ ! -e no.zarr ]] || fail "there is an output"
code=0
java -cp "$ij_jar:$bitvox_jar" org.bitvox.Cli minkowski input=foam.zarr 2>err || code=$?
expect_equal "exit code without the module" 1 "$code"
grep -q "OME-Zarr images are read and written by './bitvox run' in a checkout" err || fail "$(<err)"
[[ -z $(find . -name '.bitvox-*') ]] || fail "something is left: $(find . -name '.bitvox-*')"
