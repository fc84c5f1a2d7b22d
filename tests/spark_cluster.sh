# SPDX-License-Identifier: BSD-2-Clause
# What the tests on a Spark cluster share: a master and two workers on this computer, of Spark's own
# jars, which the build has fetched. To be sourced after tests/launch/lib.sh.
# shellcheck shell=bash disable=SC2154

say() { printf '%s\n' "$@"; }

jar=${BITVOX_SPARK_JAR:-$("$bitvox" spark)} # or one that is made
opens=()
for package in $(unzip -p "$jar" META-INF/MANIFEST.MF | tr -d '\r' |
  awk '/^Add-Opens: / { on = 1; printf "%s", substr($0, 12); next }
    on && /^ / { printf "%s", substr($0, 2); next } { on = 0 }'); do
  opens+=(--add-opens "$package=ALL-UNNAMED")
done

export SPARK_HOME=$work/spark SPARK_SCALA_VERSION=2.12 SPARK_LOCAL_IP=127.0.0.1

# make_spark_home: a folder with Spark's jars and two of its programs, as its distributions have them.
make_spark_home() {
  mkdir -p "$SPARK_HOME"/{jars,bin}
  ln -s "$root"/target/spark/jars/*.jar "$SPARK_HOME/jars/"
  : >"$SPARK_HOME/RELEASE"
  cat >"$SPARK_HOME/bin/spark-class" <<SCRIPT
#!/usr/bin/env bash
case \$1 in
  *.Master) more=\$SPARK_MASTER_OPTS ;;
  *.Worker) more=\$SPARK_WORKER_OPTS ;;
  *) more= ;;
esac
exec java -Xmx600m ${opens[*]} \$more -cp "$SPARK_HOME/jars/*" "\$@"
SCRIPT
  cat >"$SPARK_HOME/bin/spark-submit" <<SCRIPT
#!/usr/bin/env bash
exec "$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.SparkSubmit "\$@"
SCRIPT
  chmod +x "$SPARK_HOME"/bin/*
}

spark() { exec java -Xmx600m "${opens[@]}" -cp "$SPARK_HOME/jars/*" "org.apache.spark.deploy.$1" "${@:2}"; }

# The port that the master has found for itself.
master_port() { sed -n "s/.*Successfully started service 'sparkMaster' on port \([0-9]*\).*/\1/p" master.log; }
has_port() { [[ -n $(master_port) ]]; }
workers() { (($(grep -c 'Registering worker' master.log) >= $1)); }

# start_cluster: sets the address of the master, url.
start_cluster() {
  local master worker
  spark master.Master --host 127.0.0.1 --port 0 --webui-port 0 >master.log 2>&1 &
  master=$!
  wait_until "$master" has_port
  url=spark://127.0.0.1:$(master_port)
  for worker in 1 2; do
    spark worker.Worker --host 127.0.0.1 --cores 1 --memory 700m --webui-port 0 \
      --work-dir "$work/work$worker" "$url" >"worker$worker.log" 2>&1 &
  done
  wait_until "$master" workers 2
}

# submit ARGUMENT...: on that cluster, in place of this shell; the driver's log goes to a file. The
# array settings has more of Spark's settings.
settings=()
submit() {
  local setting more=()
  for setting in "${settings[@]}"; do more+=(--conf "$setting"); done
  spark SparkSubmit --master "$url" --conf spark.ui.enabled=false \
    --conf spark.driver.host=127.0.0.1 --conf spark.executor.memory=500m \
    --conf spark.executor.cores=1 "${more[@]}" --class org.bitvox.spark.Main "$jar" "$@" 2>submit.log
}

# submit_well ARGUMENT...: waits for it, and fails if it does.
submit_well() {
  (submit "$@") >table || {
    tail -n 20 submit.log
    fail "it failed on the cluster: $*"
  }
}

# submit_badly SENTENCE ARGUMENT...: has to fail with that sentence, a regular expression.
submit_badly() {
  local code=0 sentence=$1
  shift
  (submit "$@") >table || code=$?
  [[ $code == [12] ]] || fail "exit code $code: $*"
  grep -qE "^bitvox: $sentence" submit.log || {
    tail -n 5 submit.log
    fail "it does not say '$sentence': $*"
  }
}

# kill_executor: of the first worker.
kill_executor() {
  local process
  for process in $(pgrep -f CoarseGrainedExecutorBackend); do
    [[ $(readlink "/proc/$process/cwd") != "$work"/work1/* ]] || {
      kill -KILL "$process"
      return
    }
  done
  fail "there is no executor of the first worker"
}
