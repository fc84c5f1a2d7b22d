#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Volumes in blocks, as users run them: the plan, a run that is killed and goes on, Ctrl-C.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
if ! has_java_17; then
  echo "SKIPPED: OME-Zarr needs a JDK 17 or later"
  exit 0
fi

"$bitvox" zarr help >out 2>err # what reads it is built if it is not yet

run=(run granulometry input=foam.zarr max_radius=20 chunk=32)
"$bitvox" run sample_foam width=160 height=160 depth=160 radius_min=4 radius_max=20 output=foam.zarr >out

# ---- The plan --------------------------------------------------------------------------------

expect_exit 0 "$bitvox" plan granulometry input=foam.zarr max_radius=20 output=map.zarr chunk=32 block=32
expect_quiet
grep -qx 'Volume: 160 x 160 x 160 voxels; chunks of 128 x 128 x 128' out || fail "no volume: $(<out)"
grep -qx 'Blocks: 125, of up to 32 x 32 x 32 voxels' out || fail "no blocks: $(<out)"
grep -qx 'Done: 0 of 125 blocks' out || fail "nothing about what is done: $(<out)"
[[ $(echo *) == "err foam.zarr out" ]] || fail "the plan has left something: $(echo *)"
expect_exit 2 "$bitvox" plan flow input=foam.zarr
grep -q '^bitvox: flow cannot be computed in blocks, as ' err || fail "no reason: $(<err)"
grep -q '; use windows=8 to compute parts of it, or level=' err || fail "no way out: $(<err)"
expect_exit 2 "$bitvox" plan granulometry input=foam.zarr chunk=32 output=map.zarr block=33
grep -qx 'bitvox: block=33 is no multiple of 32, which is read or written at once; use block=64' err ||
  fail "no multiple: $(<err)"

# ---- Windows ---------------------------------------------------------------------------------

expect_exit 0 "$bitvox" plan tortuosity input=foam.zarr windows=3 size=40
expect_quiet
expect_equal plan 'Windows: 3, of 40 x 40 x 40 voxels, at x, y, z
60, 20, 20
60, 20, 100
60, 100, 100' "$(<out)"
expect_exit 0 "$bitvox" run tortuosity input=foam.zarr windows=3 size=40 save=windows.csv
expect_quiet
expect_equal places '60,20,20,40 60,20,100,40 60,100,100,40' \
  "$(cut -d, -f2-5 windows.csv | tail -n +2 | paste -sd' ')"
expect_exit 2 "$bitvox" run tortuosity input=foam.zarr windows=9 size=80 save=windows.csv
grep -qx 'bitvox: windows=9 size=80 would overlap in 160 x 160 x 160 voxels; use windows=8, or size=53' err ||
  fail "no way out: $(<err)"
rm windows.csv

# ---- The same in blocks, though killed -------------------------------------------------------

# done_blocks COUNT: whether so many blocks are.
done_blocks() {
  local done=(map.zarr.unfinished/done/*)
  ((${#done[@]} >= $1))
}

expect_exit 0 "$bitvox" "${run[@]}" output=map.zarr save=plain.csv
mv map.zarr plain.zarr

"$bitvox" "${run[@]}" output=map.zarr save=map.csv block=32 >killed 2>&1 &
wait_until $! done_blocks 10
kill -KILL $!
wait $! || true
[[ ! -e map.zarr && ! -e map.csv ]] || fail "a run that was killed has an output"
expect_exit 1 "$bitvox" "${run[@]}" output=map.zarr save=map.csv block=32
grep -q 'map.zarr.unfinished is what another run has left; say resume' err || fail "$(<err)"
expect_exit 0 "$bitvox" plan granulometry input=foam.zarr max_radius=20 chunk=32 output=map.zarr resume
grep -q '^Done: [1-9][0-9]* of 125 blocks' out || fail "what is done is not known: $(<out)"
expect_exit 0 "$bitvox" "${run[@]}" output=map.zarr save=map.csv resume
expect_quiet
expect_same_files plain.csv map.csv
diff -r plain.zarr/0 map.zarr/0 || fail "the map differs"
[[ $(ls -A map.zarr) == $(ls -A plain.zarr) ]] || fail "something is left in the map"
[[ ! -e map.zarr.unfinished ]] || fail "the folder of the run is left"

# ---- Ctrl-C ----------------------------------------------------------------------------------

mv map.zarr first.zarr
env --default-signal=INT "$bitvox" "${run[@]}" output=map.zarr block=32 >stopped 2>&1 &
wait_until $! done_blocks 3
kill -INT $!
code=0
wait $! || code=$?
expect_equal "exit code after Ctrl-C" 130 "$code"
grep -qx 'bitvox: stopped' stopped || fail "it does not say that it was stopped: $(<stopped)"
expect_exit 0 "$bitvox" "${run[@]}" output=map.zarr resume
diff -r first.zarr/0 map.zarr/0 || fail "the map differs after Ctrl-C"
