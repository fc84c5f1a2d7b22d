#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Blocks on a Spark cluster of this computer, from and to an object store: S3Proxy, a server that
# speaks S3 and keeps objects as files of a folder. An executor and a driver are killed; the voxels
# are those of the plain command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/launch/lib.sh
source tests/launch/lib.sh
# shellcheck source=tests/spark_cluster.sh
source "$root/tests/spark_cluster.sh"

# ---- A store ---------------------------------------------------------------------------------

fetch() { # PROFILE FOLDER
  [[ -e $2/complete ]] && return
  mvn --batch-mode --no-transfer-progress --file "$root/tests/s3/pom.xml" "-P$1" \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    "-DoutputDirectory=$2" >"$1.log" || {
    tail -n 5 "$1.log"
    fail "the $1 cannot be fetched"
  }
  : >"$2/complete"
}
server=$root/target/s3/server client=$root/target/s3/client
fetch server "$server"
fetch client "$client"

# A port that is free now.
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

mkdir -p objects/bucket
cat >s3proxy.conf <<CONF
s3proxy.endpoint=http://127.0.0.1:$(free_port)
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity=local
s3proxy.credential=secret
jclouds.provider=filesystem
jclouds.filesystem.basedir=$work/objects
CONF
cat >logback.xml <<'LOG'
<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%d %-5level %msg%n</pattern></encoder></appender>
  <root level="info"><appender-ref ref="out"/></root>
</configuration>
LOG
endpoint=$(sed -n 's/^s3proxy.endpoint=//p' s3proxy.conf)
answers() { (: >"/dev/tcp/127.0.0.1/${endpoint##*:}") 2>/dev/null; }
start_store() {
  java -Xmx300m -Dlogback.configurationFile="$work/logback.xml" -cp "$server/*" org.gaul.s3proxy.Main --properties s3proxy.conf >s3proxy.log 2>&1 &
  store=$!
  wait_until "$store" answers
}
start_store

make_spark_home
ln -s "$client"/{hadoop-aws,aws-java-sdk-bundle,wildfly-openssl}-*.jar "$SPARK_HOME/jars/"
start_cluster
settings=("spark.hadoop.fs.s3a.endpoint=$endpoint" spark.hadoop.fs.s3a.path.style.access=true
  spark.hadoop.fs.s3a.access.key=local spark.hadoop.fs.s3a.secret.key=secret
  spark.hadoop.fs.s3a.connection.ssl.enabled=false spark.hadoop.fs.s3a.attempts.maximum=2
  spark.hadoop.fs.s3a.retry.limit=2 spark.hadoop.fs.s3a.retry.interval=100ms
  spark.hadoop.fs.s3a.directory.marker.retention=keep) # else the server takes 10 s to delete each
for setting in "${settings[@]#spark.hadoop.}"; do
  say "<property><name>${setting%%=*}</name><value>${setting#*=}</value></property>"
done | sed -e '1i <configuration>' -e '$a </configuration>' >core-site.xml
bucket=$work/objects/bucket

# put FOLDER: into the bucket, as any user of the store does it.
put() {
  java -cp "$work:$SPARK_HOME/jars/*" org.apache.hadoop.fs.FsShell -put "$1" "s3a://bucket/$1" >put.log 2>&1 || {
    tail -n 5 put.log
    fail "$1 cannot be put into the bucket"
  }
}

# ---- The same bytes --------------------------------------------------------------------------

"$bitvox" run sample_foam width=192 height=192 depth=192 radius_min=4 radius_max=20 output=foam.zarr >out
put foam.zarr
foam=s3a://bucket/foam.zarr

# same_image PLAIN STORED: as files, without what the server keeps for itself.
same_image() {
  diff -r "$1" "$bucket/$2" || fail "$2 of the store differs from $1"
  [[ ! -e $bucket/$2.unfinished ]] || fail "the notes of the run are left: $2"
}

expect_exit 0 "$bitvox" run granulometry input=foam.zarr max_radius=20 chunk=32 output=map.zarr save=plain.csv
submit granulometry input=$foam max_radius=20 chunk=32 block=32 output=s3a://bucket/map.zarr \
  save="$work/map.csv" >table &
driver=$!
some_done() {
  local done=("$bucket/map.zarr.unfinished"/done/*)
  ((${#done[@]} >= $1))
}
wait_until "$driver" some_done 5
[[ -d $bucket/map.zarr/0 && ! -e $bucket/map.zarr/.zattrs ]] || fail "it could be opened before it is complete"
kill_executor
wait "$driver" || {
  tail -n 20 submit.log
  fail "the command failed on the cluster"
}
grep -q 'Lost executor' submit.log || fail "no executor was lost"
expect_same_files plain.csv map.csv
same_image map.zarr map.zarr

# A driver that is killed: another run says so, and goes on with resume.
expect_exit 0 "$bitvox" run label input=foam.zarr chunk=64 output=labels.zarr
submit label input=$foam chunk=64 block=64 output=s3a://bucket/labels.zarr >table &
driver=$!
labels_done() {
  local done=("$bucket/labels.zarr.unfinished"/done/*)
  ((${#done[@]} >= 3))
}
wait_until "$driver" labels_done
kill -KILL "$driver"
wait "$driver" || true
submit_badly 's3a://bucket/labels.zarr: .*.unfinished is of another run; .* say resume' \
  label input=$foam chunk=64 block=64 output=s3a://bucket/labels.zarr
submit_well label input=$foam chunk=64 output=s3a://bucket/labels.zarr resume
same_image labels.zarr labels.zarr
submit_badly 's3a://bucket/labels.zarr: is there already' \
  label input=$foam chunk=64 block=64 output=s3a://bucket/labels.zarr

# Masks, shards, steps with pictures between them.
expect_exit 0 "$bitvox" run skeleton3d input=foam.zarr chunk=32 shard=64 output=skeleton.zarr block=64
submit_well skeleton3d input=$foam chunk=32 shard=64 output=s3a://bucket/skeleton.zarr block=64
same_image skeleton.zarr skeleton.zarr
expect_exit 0 "$bitvox" run minkowski input=foam.zarr mask=skeleton.zarr save=plain_numbers.csv block=128
submit_well minkowski input=$foam mask=s3a://bucket/skeleton.zarr save="$work/numbers.csv" block=128
expect_same_files plain_numbers.csv numbers.csv

# ---- What goes wrong, by name ----------------------------------------------------------------

cp -r foam.zarr damaged.zarr
truncate -s -9 damaged.zarr/0/0/1/0
put damaged.zarr
submit_badly 's3a://bucket/damaged.zarr/0/chunk 0/1/0: ' \
  granulometry input=s3a://bucket/damaged.zarr max_radius=20 block=128
submit_badly 's3a://bucket/none.zarr: is no Zarr' granulometry input=s3a://bucket/none.zarr block=128
submit_badly 's3a://nobucket/a.zarr/zarr.json: cannot be read: .*bucket' \
  granulometry input=s3a://nobucket/a.zarr block=128
submit_badly 'sftp://host/a.zarr: cannot be opened: ' granulometry input=sftp://host/a.zarr block=128

right=("${settings[@]}")
settings=("${right[@]}" spark.hadoop.fs.s3a.secret.key=wrong)
submit_badly "$foam/zarr.json: cannot be read: .*403" granulometry input=$foam block=128
settings=("${right[@]}" spark.hadoop.fs.s3a.endpoint=http://127.0.0.1:1)
submit_badly "$foam/zarr.json: cannot be read: .*" granulometry input=$foam block=128
settings=("${right[@]}")

expect_exit 1 "$bitvox" run granulometry input=$foam block=64
grep -qx "bitvox: $foam: only spark-submit reads and writes s3a://, .*" err || fail "no sentence: $(<err)"

# Any other file system that Spark knows: this computer's, by its long name.
submit_well granulometry input="file://$work/foam.zarr" max_radius=20 chunk=32 block=64 \
  output="file://$work/local/map.zarr" save="$work/local.csv"
expect_same_files plain.csv local.csv
diff -r map.zarr local/map.zarr || fail "the map of file: differs"
[[ $(ls -A local) == map.zarr ]] || fail "something is left: $(ls -A local)"
