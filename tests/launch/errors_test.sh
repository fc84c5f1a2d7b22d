#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Wrong use and bad files: the exit code, one to four lines on stderr, and no file left behind.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

bytes 125 377 >full.raw
bytes 125 000 >empty.raw
bytes 125 007 >grey.raw
"$bitvox" run sample_foam width=40 height=40 depth=9 output=foam.tif >/dev/null
head -c 9000 foam.tif >truncated.tif
echo "not a picture" >text.tif
mkdir outputs locked
chmod a-w locked
size=(width=5 height=5 depth=5)
save=(save=outputs/curve.csv output=outputs/map.tif plot=outputs/plot.png summary=outputs/sum.csv)

# expect_error CODE PATTERN ARGUMENT...
expect_error() {
  local code=$1 pattern=$2
  shift 2
  expect_exit "$code" "$bitvox" run "$@"
  grep -qE -- "$pattern" err || fail "stderr does not match '$pattern': $(<err)"
  (($(wc -l <err) <= 4)) || fail "more than four lines: $(<err)"
  ! grep -qE '^\s+at |Exception' err || fail "a stack trace: $(<err)"
  [[ -z $(ls -A outputs) ]] || fail "left behind: $(ls -A outputs)"
}

expect_error 2 "unknown command 'granulometri'; did you mean 'granulometry'\?" granulometri
expect_error 2 "unknown key 'radius'.*did you mean 'max_radius'\?" granulometry input=foam.tif radius=3
expect_error 2 "radius_max=4 is not allowed" sample_foam radius_min=9 radius_max=4 output=outputs/f.tif
expect_error 2 "one file for 2 images" granulometry input='f*.tif,t*d.tif' output=outputs/map.tif
expect_error 2 "unknown key 'elemnt'.*element" granulometry input=foam.tif elemnt=cube "${save[@]}"
expect_error 2 "element=sphere is not allowed.*cross.*cube.*ball" granulometry input=foam.tif element=sphere
expect_error 2 "max_radius=0 is not allowed.*1 to 32767" granulometry input=foam.tif max_radius=0
expect_error 2 "max_radius=ten" granulometry input=foam.tif max_radius=ten
expect_error 2 "phase is given twice" granulometry input=foam.tif phase=foreground phase=background
expect_error 2 "needs input=" granulometry element=cube
expect_error 2 "needs width= and height=" granulometry input=full.raw
expect_error 2 "width= describes a raw file" granulometry input=foam.tif width=40
expect_error 2 "backend=sse9" granulometry input=foam.tif backend=sse9

expect_error 1 "missing.tif: no such file" granulometry input=missing.tif "${save[@]}"
expect_error 1 "truncated.tif.*truncated" granulometry input=truncated.tif "${save[@]}"
expect_error 1 "text.tif.*TIFF" granulometry input=text.tif "${save[@]}"
expect_error 1 "full.raw.*125 bytes" granulometry input=full.raw width=5 height=5 depth=6 "${save[@]}"
expect_error 1 "no foreground voxels" granulometry input=empty.raw "${size[@]}" "${save[@]}"
expect_error 1 "8-bit binary \(0 and 255 only\) image required" \
  granulometry input=grey.raw "${size[@]}" "${save[@]}"
expect_error 1 "the folder does not exist" granulometry input=foam.tif save=nowhere/curve.csv
if ((EUID != 0)); then # root may write everywhere
  expect_error 1 "not writable" granulometry input=foam.tif save=locked/curve.csv
fi
expect_error 2 "output=./foam.tif is an input file" granulometry input=foam.tif output=./foam.tif
expect_error 2 "must end in" granulometry input=foam.tif output=outputs/map.jpg

# The GPU by name on a machine without one.
if ! "$bitvox" run backends | grep -q '^cuda: available'; then
  expect_error 1 "cuda.*not available" granulometry input=foam.tif backend=cuda "${save[@]}"
fi

# Too many open files: with a few more every time, what Bitvox says names one, until there are enough.
for limit in {6..40}; do
  code=0
  (
    ulimit -n "$limit"
    exec java -XX:TieredStopAtLevel=1 -cp "$ij_jar:$bitvox_jar" org.bitvox.Cli morphology input=foam.tif \
      output=opened.tif
  ) >out 2>err || code=$?
  ((code != 0)) || break
  ! grep '^bitvox: ' out err | grep -vF -e foam.tif -e opened.tif -e libbitvox ||
    fail "with $limit files: $(<err)"
done
((code == 0)) || fail "40 open files are not enough: $(<err)"
