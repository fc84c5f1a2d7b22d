#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Ctrl-C acts like Escape: exit code 130 at once, and nothing half-written.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
set -m # as in a terminal: the command has a process group of its own, which Ctrl-C goes to

# Large and slow enough that no machine is done before the signal comes.
bytes $((700 * 700 * 300)) 377 >full.raw
mkdir outputs
echo old >outputs/curve.csv

# stop_after SECONDS: Ctrl-C then; stopped within half a second, on a machine busy with other work.
stop_after() {
  local process code=0 sent
  "$bitvox" run granulometry input=full.raw width=700 height=700 depth=300 edges=background \
    max_radius=1000 backend=scalar threads=1 save=outputs/curve.csv output=outputs/map.tif \
    plot=outputs/plot.png summary=outputs/summary.csv >out 2>err &
  process=$!
  sleep "$1"
  kill -INT -- "-$process" || fail "it was done after $1 s: $(<out)"
  sent=${EPOCHREALTIME/[.,]/}
  wait "$process" || code=$?
  local took=$(((${EPOCHREALTIME/[.,]/} - sent) / 1000))
  echo "Ctrl-C after $1 s: stopped after $took ms"
  expect_equal "exit code" 130 "$code"
  ((took < 500)) || fail "stopping took $took ms"
  expect_equal "files" curve.csv "$(ls -A outputs)"
  expect_equal "the file from before" old "$(<outputs/curve.csv)"
  ! grep -qE '^\s+at |Exception' err || fail "a stack trace: $(<err)"
}

for seconds in 0.3 0.6 1 2; do
  stop_after "$seconds"
done
rm full.raw
