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

# Whatever a test has started ends with it, however it ends.
trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Whether Java is new enough for OME-Zarr.
has_java_17() { javac --release 17 -version >/dev/null 2>&1; }

expect_equal() { # WHAT EXPECTED ACTUAL
  [[ $2 == "$3" ]] || fail "$1: expected '$2', got '$3'"
}

# expect_exit CODE COMMAND...: leaves what it prints in the files out and err.
expect_exit() {
  local expected=$1 code=0
  shift
  echo "+ $*"
  timeout --foreground 900 "$@" >out 2>err || code=$? # in the test's group, which Ctrl-C ends
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

# with_display: an X server that is the test's alone, on a display that it finds to be free, of the
# size $display_size. The cookie keeps other users out.
display_size=1280x1024
with_display() {
  local cookie
  cookie=$(mcookie)
  export XAUTHORITY=$work/authority DISPLAY
  : >"$XAUTHORITY"
  xauth add :0 . "$cookie"
  Xvfb -displayfd 3 -auth "$XAUTHORITY" -screen 0 "${display_size}x24" 3>display 2>xvfb.log &
  wait_until "$!" test -s display
  DISPLAY=:$(<display)
  xauth add "$DISPLAY" . "$cookie"
}

# A folder with the jar in its folder "plugins", as in an installed ImageJ, which "${imagej[@]}" starts
# with a main class, and soon. An ImageJ looks in the folder for temporary files for one that runs
# already and would do its work.
install_plugin() {
  mkdir plugins temporary
  cp "$bitvox_jar" plugins/
  imagej=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-Dplugins.dir=$work"
    "-Djava.io.tmpdir=$work/temporary" -cp "$ij_jar:$work")
}

# macro_in_window FILE.ijm DONE: with ImageJ's window, until the macro has written the file DONE, as
# its last line does.
macro_in_window() {
  local process
  "${imagej[@]}" ij.ImageJ -macro "$1" &
  process=$!
  wait_until "$process" test -s "$2"
  kill "$process"
  wait "$process" || true
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

# COUNT pixels around a colour, red and green up to 19 levels above.
pixels() { # COUNT RED GREEN BLUE
  local i
  for ((i = 0; i < $1; i++)); do
    # shellcheck disable=SC2059
    printf "$(printf '\\x%02x\\x%02x\\x%02x' $(($2 + i * 7 % 20)) $(($3 + i * 13 % 20)) "$4")"
  done
}

# A TIFF file of the RGB pixels that come in, which is written to stdout.
rgb_tiff() { # WIDTH HEIGHT
  little() { # BYTES NUMBER
    local i number=$2
    for ((i = 0; i < $1; i++)); do
      # shellcheck disable=SC2059
      printf "\\x$(printf %02x $((number & 255)))"
      number=$((number >> 8))
    done
  }
  tag() { little 2 "$1" && little 2 "$2" && little 4 "$3" && little 4 "$4"; } # ID TYPE COUNT VALUE
  printf 'II*\0' && little 4 8
  little 2 9
  tag 256 4 1 "$1" && tag 257 4 1 "$2"
  tag 258 3 3 122 # bits of samples, behind the tags
  tag 259 3 1 1 && tag 262 3 1 2 && tag 273 4 1 128 && tag 277 3 1 3
  tag 278 4 1 "$2" && tag 279 4 1 $((3 * $1 * $2))
  little 4 0
  little 2 8 && little 2 8 && little 2 8
  cat
}
