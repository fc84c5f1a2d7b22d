#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Blocks on a Spark cluster of this computer: a master and two workers, of Spark's own jars. An
# executor is killed while it computes; the table and the voxels are those of the plain command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/launch/lib.sh
source tests/launch/lib.sh

jar=$("$bitvox" spark)
opens=()
for package in $(unzip -p "$jar" META-INF/MANIFEST.MF | tr -d '\r' |
  awk '/^Add-Opens: / { on = 1; printf "%s", substr($0, 12); next }
    on && /^ / { printf "%s", substr($0, 2); next } { on = 0 }'); do
  opens+=(--add-opens "$package=ALL-UNNAMED")
done

export SPARK_HOME=$work/spark SPARK_SCALA_VERSION=2.12 SPARK_LOCAL_IP=127.0.0.1
mkdir -p "$SPARK_HOME"
ln -s "$root/target/spark/jars" "$SPARK_HOME/jars"
: >"$SPARK_HOME/RELEASE"

spark() { exec java -Xmx600m "${opens[@]}" -cp "$SPARK_HOME/jars/*" "org.apache.spark.deploy.$1" "${@:2}"; }

# The port that the master has found for itself.
master_port() { sed -n "s/.*Successfully started service 'sparkMaster' on port \([0-9]*\).*/\1/p" master.log; }
has_port() { [[ -n $(master_port) ]]; }
workers() { (($(grep -c 'Registering worker' master.log) >= $1)); }

spark master.Master --host 127.0.0.1 --port 0 --webui-port 0 >master.log 2>&1 &
master=$!
wait_until "$master" has_port
url=spark://127.0.0.1:$(master_port)
for worker in 1 2; do
  spark worker.Worker --host 127.0.0.1 --cores 1 --memory 700m --webui-port 0 \
    --work-dir "$work/work$worker" "$url" >"worker$worker.log" 2>&1 &
done
wait_until "$master" workers 2

# submit ARGUMENT...: on that cluster, in place of this shell; the driver's log goes to a file.
submit() {
  spark SparkSubmit --master "$url" --conf spark.ui.enabled=false \
    --conf spark.driver.host=127.0.0.1 --conf spark.executor.memory=500m \
    --conf spark.executor.cores=1 --class org.bitvox.spark.Main "$jar" "$@" 2>submit.log
}

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
# An executor of the first worker.
executor() {
  local process
  for process in $(pgrep -f CoarseGrainedExecutorBackend); do
    [[ $(readlink "/proc/$process/cwd") != "$work"/work1/* ]] || say "$process"
  done | head -n 1
}
say() { printf '%s\n' "$@"; }
wait_until "$driver" some_done
kill -KILL "$(executor)"
wait "$driver" || {
  tail -n 20 submit.log
  fail "the command failed on the cluster"
}
grep -q 'Lost executor' submit.log || fail "no executor was lost"
expect_same_files plain.csv map.csv
diff -r plain.zarr/0 map.zarr/0 || fail "the map of the cluster differs"
[[ $(ls -A map.zarr) == $(ls -A plain.zarr) ]] || fail "something is left in the map: $(ls -A map.zarr)"

# A sentence, and no stack trace, if something is wrong.
cp -r foam.zarr damaged.zarr
truncate -s -9 damaged.zarr/0/0/1/0
code=0
(submit granulometry input="$work/damaged.zarr" max_radius=20 block=128) >table || code=$?
expect_equal "exit code for a damaged chunk" 1 "$code"
grep -q '^bitvox: .*damaged.zarr/0/chunk 0/1/0: ' submit.log || {
  tail -n 5 submit.log
  fail "the damaged chunk is not named"
}
