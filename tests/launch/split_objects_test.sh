#!/usr/bin/env bash
# Splitting objects through ./bitvox run.
# dialog: Bitvox Split Objects... | foam.tif |
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A bar of 3 pixels, a neck of one, a bar of 3: squares that touch.
row='\0\377\377\377\0\377\377\377\0'
none='\0\0\0\0\0\0\0\0\0'
neck='\0\377\377\377\377\377\377\377\0'
# shellcheck disable=SC2059
printf "$none$row$neck$row$none" >squares.raw
squares=(input=squares.raw width=9 height=5)
expect_exit 0 "$bitvox" run split_objects "${squares[@]}" save=parts.csv output=labels.raw summary=summary.csv
expect_quiet
grep -qx 'Objects found: 1' out || fail "there is one object: $(<out)"
grep -qx 'Parts: 2' out || fail "there are two squares: $(<out)"
expect_equal "lines of the table" 3 "$(wc -l <parts.csv)"
expect_equal "labels of the neck" "0 1 1 1 1 2 2 2 0" "$(od -An -td4 -w36 labels.raw | sed -n 3p | xargs)"
expect_exit 0 "$bitvox" run split_objects "${squares[@]}" tolerance=1
grep -qx 'Parts: 1' out || fail "the neck is 1 lower: $(<out)"

# The same for every number of threads.
expect_exit 0 "$bitvox" run sample_foam width=150 height=90 depth=40 seed=3 output=foam.tif
for threads in 1 2 3; do
  expect_exit 0 "$bitvox" run split_objects input=foam.tif threads=$threads output=$threads.tif save=$threads.csv
done
cmp 1.tif 2.tif && cmp 1.tif 3.tif && cmp 1.csv 2.csv && cmp 1.csv 3.csv

same_everywhere split_objects output=parts.tif input=foam.tif
same_everywhere split_objects save=parts.csv input=foam.tif line

# Parts are objects again; they are markers of themselves.
expect_exit 0 "$bitvox" run split_objects input=foam.tif result=binary output=split.tif
parts=$(sed -n 's/^Parts: //p' out)
expect_exit 0 "$bitvox" run label input=split.tif
(($(sed -n 's/^Objects: //p' out) >= parts)) || fail "$parts parts are fewer objects: $(<out)"
expect_exit 0 "$bitvox" run split_objects input=foam.tif markers=1.tif output=again.tif
cmp 1.tif again.tif || fail "markers that are the parts gave others"

expect_exit 2 "$bitvox" run split_objects input=foam.tif markers=1.tif tolerance=3
expect_exit 2 "$bitvox" run split_objects input=foam.tif grey=foam.tif
expect_exit 1 "$bitvox" run split_objects input=foam.tif markers=squares.tif
