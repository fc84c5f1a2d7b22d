#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A macro in headless mode, as Fiji patches ImageJ for it.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
install_plugin

"$bitvox" run sample_foam width=48 height=40 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run granulometry input=foam.tif max_radius=20 save=expected.csv >/dev/null
cat >macro.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "element=cross edges=background max_radius=20 map");
if (getTitle() == "foam.tif") exit("no map");
saveAs("Results", "macro.csv");
run("Bitvox Granulometry...", "input=foam.tif element=ball");
print("NOT REACHED");
MACRO

java_options=(-Djava.awt.headless=true "-Dplugins.dir=$work" --add-opens java.base/java.lang=ALL-UNNAMED)
# Fiji's launcher puts the jars of the plugins folder on the class path.
expect_exit 0 java "${java_options[@]}" -cp "$ij_jar:$root/target/fiji-patcher/*:$work/plugins/*" \
  "$root/tests/launch/FijiHeadless.java" macro.ijm
cat out err
grep -q 'FINISHED' out || fail "ImageJ did not finish"
grep -q 'element=ball is not allowed' out err || fail "the wrong value is not reported"
! grep -q 'NOT REACHED' out || fail "the macro went on after an error"
expect_equal "the table of the macro" "$(counts expected.csv)" "$(counts macro.csv)"

echo "Plain ImageJ without a display, which has no run(): call() of the command line"
cat >call.ijm <<'MACRO'
print(call("org.bitvox.Cli.run", "granulometry", "input=foam.tif max_radius=20 save=call.csv"));
print("ALL THE WAY");
MACRO
expect_exit 0 java -Djava.awt.headless=true "-Dplugins.dir=$work" -cp "$ij_jar" ij.ImageJ -batch call.ijm
grep -q 'ALL THE WAY' out || fail "the macro did not finish: $(cat out err)"
grep -q 'Predominant size (n): ' out || fail "no summary: $(<out)"
expect_same_files call.csv expected.csv
