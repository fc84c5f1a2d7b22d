#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A report through ./bitvox run, and again by the macro and the command line that it holds.
# dialog: Bitvox Workflow... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# tables FOLDER: what must be the same again; the page has the time of the day.
tables() { (cd "$1" && sha256sum ./*.csv); }

"$bitvox" run sample_foam width=60 height=50 depth=40 seed=3 output=foam.tif >/dev/null
"$bitvox" run convolution input=foam.tif sigma=1 result=same output=grey.tif >/dev/null
expect_exit 0 "$bitvox" run workflow input=grey.tif output="a report" min_size=10 fill_holes
expect_quiet
grep -qx "The report is $work/a report/report.html" out || fail "where is it? $(<out)"
grep -q ", by Otsu's method</td>" "a report/report.html" || fail "there is another threshold"
expect_equal "pictures" 11 "$(grep -o 'src="data:image/png' "a report/report.html" | wc -l)"
expect_equal "plots" 2 "$(grep -c '<svg' "a report/report.html")"
expect_equal "tables" 11 "$(find "a report" -name '*.csv' | wc -l)"
tables "a report" >expected

echo "The macro, as Fiji runs it without a window"
mkdir -p Fiji.app/jars Fiji.app/plugins
cp "$ij_jar" "$root"/target/fiji-patcher/*.jar Fiji.app/jars/
cp "$bitvox_jar" Fiji.app/plugins/
cp "a report/repeat.ijm" "a report/repeat.sh" .
rm -r "a report"
expect_exit 0 java -Djava.awt.headless=true "-Dplugins.dir=$work/Fiji.app" \
  "-Dij.dir=$work/Fiji.app" --add-opens java.base/java.lang=ALL-UNNAMED \
  -cp "$work/Fiji.app/jars/*:$work/Fiji.app/plugins/*" \
  "$root/tests/launch/FijiHeadless.java" repeat.ijm
grep -q 'FINISHED' out || fail "ImageJ did not finish: $(cat out err)"
tables "a report" >of-macro
expect_same_files of-macro expected

echo "The command line"
rm -r "a report"
mkdir elsewhere
(cd elsewhere && PATH=$root:$PATH expect_exit 0 sh ../repeat.sh)
tables "a report" >of-shell
expect_same_files of-shell expected

echo "Ctrl-C leaves the old report as it was, and nothing else"
"$bitvox" run sample_foam width=300 height=300 depth=200 seed=1 output=large.tif >/dev/null
env --default-signal=INT "$bitvox" run workflow input=large.tif output="a report" threads=1 \
  backend=scalar >out 2>err &
process=$!
is_begun() { compgen -G '.bitvox-*.part' >/dev/null; }
wait_until "$process" is_begun
kill -INT "$process"
code=0
wait "$process" || code=$?
expect_equal "the exit code" 130 "$code"
! is_begun || fail "something is left: $(ls -A)"
tables "a report" >of-stopped
expect_same_files of-stopped expected

expect_exit 1 "$bitvox" run workflow input=grey.tif output=elsewhere/..
grep -qF 'the folder has other files, such as ' err || fail "no sentence says why: $(<err)"
