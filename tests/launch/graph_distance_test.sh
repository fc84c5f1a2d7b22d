#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Shortest paths in graphs through ./bitvox run.
# dialog: Bitvox Graph Distance... | | g.mtx
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# A grid of 40 x 40 vertices, as a table and as a matrix.
awk 'BEGIN {
  n = 40
  print "from,to,weight"
  for (i = 1; i <= n * n; i++) {
    if (i % n) print i "," i + 1 "," i * 37 % 101
    if (i + n <= n * n) print i "," i + n "," i * 53 % 97
  }
}' >grid.csv
awk -F, 'NR == 1 { print "%%MatrixMarket matrix coordinate integer symmetric"; print 1600, 1600, 3120 }
  NR > 1 { print $2, $1, $3 }' grid.csv >grid.mtx

# Every backend writes the same tree.
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run graph_distance input=grid.csv sources=820,3 direction=undirected \
    backend="$backend" save="$backend.csv"
  expect_quiet
done
expect_exit 0 "$bitvox" run graph_distance input=grid.mtx sources=3,820 save=d.csv summary=row.csv
for backend in "${backends[@]}"; do
  expect_same_files "$backend.csv" d.csv
done
expect_equal "lines" 1601 "$(wc -l <d.csv)"
grep -q '^File,Vertices,Edges,Reached,Farthest vertex,Its distance,Numbers,' row.csv ||
  fail "the row: $(<row.csv)"

# Nobody can be reached sooner, and everybody is reached from the one before: as awk adds.
awk -F, 'NR == FNR { if (FNR > 1) { d[$1] = $2; p[$1] = $3 }; next }
  FNR > 1 { n++
    if (d[$1] + $3 < d[$2] || d[$2] + $3 < d[$1]) bad++
    if (p[$2] == $1 && d[$1] + $3 == d[$2]) tree++
    if (p[$1] == $2 && d[$2] + $3 == d[$1]) tree++ }
  END { exit !(n == 3120 && !bad && tree == 1598 && d[3] == 0 && d[820] == 0) }' d.csv grid.csv ||
  fail "these are no shortest paths"

# Several files: a row each.
expect_exit 0 "$bitvox" run graph_distance input=grid.csv,grid.mtx sources=1 summary=both.csv
expect_equal "rows" 3 "$(wc -l <both.csv)"

# Bad files and bad keys.
expect_exit 1 "$bitvox" run graph_distance input=grid.csv sources=1601 save=no.csv
grep -qF 'grid.csv: the source 1601 is no vertex of the graph; its vertices go from 1 to 1600' err ||
  fail "stderr: $(<err)"
[[ ! -e no.csv ]] || fail "a file is left"
printf 'from,to,weight\n1,2,-1\n' >negative.csv
expect_exit 1 "$bitvox" run graph_distance input=negative.csv sources=1
grep -qF "negative.csv: line 2: the weight is '-1', but no weight may be negative" err ||
  fail "stderr: $(<err)"
head -n 50 grid.mtx >short.mtx
expect_exit 1 "$bitvox" run graph_distance input=short.mtx sources=1
grep -qF 'short.mtx: line 2: announces 3120 entries, more than the file can hold' err ||
  fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run graph_distance input=grid.csv sources=1,x
grep -qF 'sources=1,x is not allowed; use whole numbers with commas between: 1,5,9' err ||
  fail "stderr: $(<err)"
