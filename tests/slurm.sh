#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# bitvox-slurm in jobs of a SLURM of this computer's own, which has two nodes. Spark is its own jars,
# with scripts like those of its distribution.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=tests/launch/lib.sh
source tests/launch/lib.sh
for program in munged slurmctld slurmd sbatch; do
  PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || {
    echo "SKIPPED: SLURM's $program is not there"
    exit 0
  }
done
PATH+=:/usr/sbin

# Outside of a job it says what to do; SLURM's variables are those of whoever runs this test.
for variable in "${!SLURM@}"; do unset "$variable"; done
expect_exit 2 "$root/bitvox-slurm" granulometry input=a.zarr
grep -q '^bitvox-slurm: this is no SLURM job; send it by sbatch' err || fail "no sentence: $(<err)"

# shellcheck source=tests/spark_cluster.sh
source "$root/tests/spark_cluster.sh"
make_spark_home

# ---- A SLURM ---------------------------------------------------------------------------------

mapfile -t ports < <(python3 -c '
import socket
all = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
print(*[one.getsockname()[1] for one in all], sep="\n")')
name=$(hostname -s)
user=$(id -un)
export SLURM_CONF=$work/slurm.conf
chmod 755 .
mkdir state
head -c 1024 /dev/urandom >munge.key
chmod 600 munge.key
cat >slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=${ports[0]}
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
NodeName=n1 NodeHostname=$name NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 RealMemory=2000
NodeName=n2 NodeHostname=$name NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 RealMemory=2000
PartitionName=all Nodes=n1,n2 Default=YES
CONF
munged --foreground --force --socket="$work/munge.socket" --key-file="$work/munge.key" \
  --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed" >munge.out 2>&1 &
wait_until $! test -S munge.socket
slurmctld -D >slurmctld.log 2>&1 &
controller=$!
for node in n1 n2; do slurmd -D -N "$node" >"slurmd-$node.log" 2>&1 & done
are_idle() { [[ $(sinfo --noheader --format=%D%T 2>/dev/null) == 2idle ]]; }
wait_until "$controller" are_idle

# job NAME ARGUMENT...: bitvox-slurm in a job of both nodes; sbatch waits for it.
job() {
  local log=$1
  shift
  sbatch --wait --parsable --nodes=2 --exclusive --mem=2000 --output="$work/$log.out" --error="$work/$log.err" \
    --export="ALL,SPARK_MASTER_HOST=127.0.0.1,BITVOX_SPARK_JAR=$jar,TMPDIR=$work/temporary" \
    --wrap "$root/bitvox-slurm $*"
}
mkdir temporary

# is_over: nothing of Spark runs any more, nor has left anything.
is_gone() { ! pgrep -f "cp $SPARK_HOME" >/dev/null && [[ -z $(ls -A temporary) ]]; }
is_over() {
  wait_until "$controller" is_gone
  wait_until "$controller" are_idle
}

# ---- Jobs ------------------------------------------------------------------------------------

"$bitvox" run sample_foam width=128 height=128 depth=128 radius_min=4 radius_max=20 output=foam.zarr >out
foam=$work/foam.zarr
run=(granulometry "input=$foam" max_radius=20 chunk=32 block=32)
expect_exit 0 "$bitvox" run "${run[@]}" output=plain.zarr save=plain.csv

number=$(job first "${run[@]}" output="$work/map.zarr" save="$work/map.csv") || {
  tail -n 20 first.err bitvox-slurm-*/*.log
  fail "the job failed"
}
expect_same_files plain.csv map.csv
diff -r plain.zarr/0 map.zarr/0 || fail "the map of the job differs"
expect_equal "workers" 2 "$(grep -c 'Registering worker' "bitvox-slurm-$number/master.log")"
grep -q 'Granted executor.* with 1 core(s), 500.0 MiB' first.err || fail "an executor has not a quarter of the memory"
is_over

# The exit code of the command, whose sentence is in the log of the job.
cp -r foam.zarr damaged.zarr
truncate -s -9 damaged.zarr/0/0/0/0
code=0
job damaged granulometry "input=$work/damaged.zarr" max_radius=20 block=128 >out || code=$?
expect_equal "exit code for a damaged chunk" 1 "$code"
grep -q '^bitvox: .*damaged.zarr/0/chunk 0/0/0: ' damaged.err || fail "the chunk is not named: $(tail -n 5 damaged.err)"
is_over

# A job that is ended ends all of Spark; another one goes on.
mv map.zarr first.zarr
job stopped "${run[@]}" output="$work/map.zarr" >out &
waiting=$!
some_done() {
  local done=(map.zarr.unfinished/done/*)
  ((${#done[@]} >= 5))
}
wait_until "$waiting" some_done
scancel --state=RUNNING --user="$user"
wait "$waiting" && fail "a job that is ended has not failed"
[[ ! -e map.zarr ]] || fail "a job that is ended has an output"
is_over
job again --conf spark.task.cpus=1 -- "${run[@]}" output="$work/map.zarr" resume >out || fail "it does not go on"
diff -r plain.zarr/0 map.zarr/0 || fail "the map that went on differs"
is_over
