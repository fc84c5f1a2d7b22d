#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Blocks on a Spark cluster of this computer. An executor is killed while it computes; the table and
# the voxels are those of the plain command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/launch/lib.sh
source tests/launch/lib.sh
# shellcheck source=tests/spark_cluster.sh
source "$root/tests/spark_cluster.sh"
make_spark_home
start_cluster

"$bitvox" run sample_foam width=192 height=192 depth=192 radius_min=4 radius_max=20 output=foam.zarr >out
foam=$work/foam.zarr
expect_exit 0 "$bitvox" run granulometry input=foam.zarr max_radius=20 chunk=32 output=plain.zarr save=plain.csv

submit granulometry input="$foam" max_radius=20 chunk=32 block=32 output="$work/map.zarr" \
  save="$work/map.csv" >table &
driver=$!
some_done() {
  local done=(map.zarr.unfinished/done/*)
  ((${#done[@]} >= 5))
}
wait_until "$driver" some_done
kill_executor
wait "$driver" || {
  tail -n 20 submit.log
  fail "the command failed on the cluster"
}
grep -q 'Lost executor' submit.log || fail "no executor was lost"
expect_same_files plain.csv map.csv
diff -r plain.zarr/0 map.zarr/0 || fail "the map of the cluster differs"
[[ $(ls -A map.zarr) == $(ls -A plain.zarr) ]] || fail "something is left in the map: $(ls -A map.zarr)"

# Missing chunks are counted, though it is executors that miss them.
cp -r foam.zarr sparse.zarr
rm sparse.zarr/0/0/0/1 sparse.zarr/0/1/1/0
submit_well granulometry input="$work/sparse.zarr" max_radius=5 block=128
grep -q 'sparse.zarr/0: 2 chunks are missing' table || fail "missing chunks are not counted: $(<table)"

# Windows: the same table, whoever computes them.
expect_exit 0 "$bitvox" run minkowski input=foam.zarr windows=5 size=40 save=here.csv
submit_well minkowski input="$foam" windows=5 size=40 save="$work/there.csv"
expect_same_files here.csv there.csv

# A sentence, and no stack trace, if something is wrong.
cp -r foam.zarr damaged.zarr
truncate -s -9 damaged.zarr/0/0/1/0
submit_badly '.*damaged.zarr/0/chunk 0/1/0: ' granulometry input="$work/damaged.zarr" max_radius=20 block=128
