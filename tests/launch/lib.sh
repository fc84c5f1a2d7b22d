# SPDX-License-Identifier: BSD-2-Clause
# What the launch tests share: each runs real processes in a fresh folder and stops at the first
# thing that is not as it should be. None judges how long something takes: what has to come is waited
# for, and timeouts are only there so that a test that hangs ends.
# shellcheck shell=bash disable=SC2034,SC2164

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bitvox=$root/bitvox
ij_jar=$root/target/imagej/ij.jar
bitvox_jar=$(echo "$root"/target/Bitvox_-*.jar)
work=$root/target/launch/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

expect_equal() { # WHAT EXPECTED ACTUAL
  [[ $2 == "$3" ]] || fail "$1: expected '$2', got '$3'"
}

# expect_exit CODE COMMAND...: leaves what it prints in the files out and err.
expect_exit() {
  local expected=$1 code=0
  shift
  echo "+ $*"
  timeout 900 "$@" >out 2>err || code=$?
  [[ $code == "$expected" ]] || {
    cat out err
    fail "exit code $code instead of $expected: $*"
  }
}

expect_quiet() { [[ ! -s err ]] || fail "stderr should be empty: $(<err)"; }

expect_same_files() { cmp "$@" || fail "these differ: $*"; }

# V(0), V(1), ... of a curve, on one line. ImageJ's own tables have a column of row numbers too.
counts() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "V(n) (voxels)") column = i }
    NR > 1 { printf "%s%s", (NR > 2 ? " " : ""), $column }' "$1"
}

# bytes COUNT OCTAL_VALUE: for raw files.
bytes() { head -c "$1" /dev/zero | tr '\0' "\\$2"; }

# The backends of this machine, best first.
mapfile -t backends < <("$bitvox" run backends | sed -n 's/^\([a-z0-9]*\): available.*/\1/p')
[[ " ${backends[*]} " == *" scalar "* ]] || fail "there is no scalar backend: ${backends[*]}"

# same_everywhere OPERATION KEY=NAME.EXTENSION key=value...: every backend writes the same file for KEY=.
same_everywhere() {
  local operation=$1 key=${2%%=*} file=${2#*=} backend
  shift 2
  for backend in "${backends[@]}"; do
    expect_exit 0 "$bitvox" run "$operation" "$@" backend="$backend" "$key=$backend-$file"
    expect_quiet
    grep -qx "Backend: $backend" out || fail "$backend did not run: $(<out)"
    expect_same_files "$backend-$file" "${backends[0]}-$file"
  done
}

# wait_until PROCESS COMMAND...: until the command succeeds; fails if the process ends before.
wait_until() {
  local process=$1
  shift
  until "$@"; do
    kill -0 "$process" 2>/dev/null || "$@" || fail "it ended before: $*"
    sleep 0.1
  done
}

# Starts the test anew with a display, unless it has one.
with_display() {
  [[ -n ${XVFB_OF_TEST:-} ]] ||
    XVFB_OF_TEST=1 exec xvfb-run --auto-servernum --server-args='-screen 0 1280x1024x24' \
      "$root/tests/launch/$(basename "$0")"
}

# A folder with the jar in its folder "plugins", as in an installed ImageJ.
install_plugin() {
  mkdir -p plugins
  cp "$bitvox_jar" plugins/
}

# A CT as demo-output/ct.tif, as the manual's lines have it: the demo's where that was made, else a
# grey stack in its place.
ct_here() {
  mkdir -p demo-output
  if [[ -s $root/target/ct/ct.tif ]]; then
    ln -s "$root/target/ct/ct.tif" demo-output/ct.tif
  else
    "$bitvox" run sample_foam width=96 height=96 depth=64 radius_min=4 radius_max=9 \
      output=demo-output/sharp.tif >/dev/null
    "$bitvox" run convolution input=demo-output/sharp.tif sigma=1 axes=xyz result=same \
      output=demo-output/ct.tif >/dev/null
  fi
}
