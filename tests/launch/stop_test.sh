#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Ctrl-C acts like Escape: exit code 130, and nothing half-written. How soon is for the benchmarks.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
set -m # as in a terminal: the command has a process group of its own, which Ctrl-C goes to

# So large and slow that no machine is done between being seen at work and the signal.
truncate -s $((700 * 700 * 600)) full.raw # without a disk's space
long=(granulometry input=full.raw width=700 height=700 depth=600 phase=background
  edges=background max_radius=1000 backend=scalar threads=1 save=outputs/curve.csv output=outputs/map.tif plot=outputs/plot.png
  summary=outputs/summary.csv)
mkdir outputs
echo old >outputs/curve.csv

# Before that it is a copy of this shell, which may lose the signal.
is_started() { ! grep -q "$(basename "$0" | cut -c-15)" "/proc/$process/comm"; }

# stop_when WHAT COMMAND...: Ctrl-C to the process that runs as soon as the command succeeds.
stop_when() {
  local what=$1 code=0 sent
  shift
  wait_until "$process" "$@"
  kill -INT -- "-$process" || fail "it was done before the signal: $(<out)"
  sent=${EPOCHREALTIME/[.,]/}
  wait "$process" || code=$?
  echo "Ctrl-C $what: stopped after $(((${EPOCHREALTIME/[.,]/} - sent) / 1000)) ms"
  expect_equal "exit code" 130 "$code"
  expect_equal "files" curve.csv "$(ls -A outputs)"
  expect_equal "the file from before" old "$(<outputs/curve.csv)"
  ! grep -sqE '^\s+at |Exception' err || fail "a stack trace: $(<err)"
}

"$bitvox" run "${long[@]}" >out 2>err &
process=$!
stop_when "at once" is_started
"$bitvox" run "${long[@]}" >out 2>err &
process=$!
stop_when "while Java starts" grep -q java "/proc/$process/comm"

# The progress that a terminal sees tells how far it is.
start() {
  rm err # of the one before
  java -Djava.awt.headless=true -Dbitvox.progress=true -cp "$ij_jar:$bitvox_jar" org.bitvox.Cli \
    "${long[@]}" >out 2>err &
  process=$!
}
start
stop_when "at the start" grep -sq '0 %' err
start
stop_when "in the middle" grep -sq '[1-9] %' err
rm full.raw
