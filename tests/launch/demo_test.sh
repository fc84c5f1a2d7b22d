#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The demo: five lines, with what its samples were made with, four digits each and a report; it stops
# at the first command that fails.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

[[ ! -s $root/target/ct/ct.tif ]] || cp "$root/target/ct/ct.tif" .
expect_exit 0 "$root/tests/demo/demo.sh" demo.log "$bitvox" run
expect_equal "lines" 6 "$(wc -l <out)"
near() { # WORD EXPECTED: the number after the word is that within 2 %
  awk -v word="$1" -v expected="$2" '
    { for (i = 1; i < NF; i++) if ($i == word) { found = 1; off = $(i + 1) / expected - 1 } }
    END { exit !(found && off * off < 0.0004) }' out || fail "$1 is not $2: $(<out)"
}
near BV/TV 25
near porosity 20
awk '/Tb.Sp/ { for (i = 1; i < NF; i++) if ($i == "Tb.Sp") exit !($(i + 1) > 0.285 && $(i + 1) < 0.66) }' out ||
  fail "pores of balls 0.285 to 0.495 mm wide, which overlap: $(<out)"
while read -r number; do
  digits=${number//./}
  [[ ${#digits} == 4 || $digits =~ ^0+[1-9][0-9]{3}$ ]] || fail "not four digits: $number"
done < <(sed 's/(made[^)]*)//; s/226 HU//' out | head -n 5 | grep -oE '[0-9]+\.[0-9]+')
grep -q '^CT of a skull .*\(mm thick\|could not be fetched\)$' out || fail "no skull: $(<out)"
report=$(sed -n 's/^The report on the bone is //p' out)
[[ -s $report ]] || fail "no report: $report"
for file in bone.tif bone-thickness.tif sandstone.tif sandstone-flow.png demo.log; do
  [[ -s $file ]] || fail "missing: $file"
done

echo "A command that fails"
expect_exit 3 "$root/tests/demo/demo.sh" demo.log bash -c 'exit 3'
[[ ! -s out ]] || fail "it goes on: $(<out)"
