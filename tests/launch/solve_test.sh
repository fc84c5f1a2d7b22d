#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Sparse systems through ./bitvox run.
# dialog: Bitvox Solve Sparse System... | | s.mtx x.mtx
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

# The Laplacian of a grid of 40 x 40 with the border given, lower triangle.
awk 'BEGIN {
  n = 40
  print "%%MatrixMarket matrix coordinate real symmetric"
  print n * n, n * n, n * n + 2 * n * (n - 1)
  for (i = 1; i <= n * n; i++) {
    print i, i, 4
    if (i % n) print i + 1, i, -1
    if (i + n <= n * n) print i + n, i, -1
  }
}' >grid.mtx
awk 'BEGIN { print "%%MatrixMarket matrix array real general"; print 1600, 1
  for (i = 0; i < 1600; i++) print (i * 37 % 101) / 50 - 1 }' >b.mtx

# Every backend writes the same solution and the same residuals.
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run solve input=grid.mtx rhs=b.mtx backend="$backend" \
    output="$backend.mtx" history="$backend.csv"
  expect_quiet
done
expect_exit 0 "$bitvox" run solve input=grid.mtx rhs=b.mtx output=x.mtx history=history.csv \
  plot=plot.png save=row.csv
for backend in "${backends[@]}"; do
  expect_same_files "$backend.mtx" x.mtx
  expect_same_files "$backend.csv" history.csv
done
expect_equal "plots" 1 "$(find . -name plot.png -size +1k | wc -l)"
expect_equal "numbers" 1603 "$(wc -l <x.mtx)"
grep -q 'symmetric, diagonally dominant' row.csv || fail "the row: $(<row.csv)"
grep -q 'of cg with multigrid of' row.csv || fail "the row: $(<row.csv)"

# A x is b again, as awk multiplies.
awk 'FNR == 1 { file++ } /^%/ { next }
  file == 1 { if (n1++) b[n1 - 1] = $1; next }
  file == 2 { if (n2++) x[n2 - 1] = $1; next }
  n3++ { y[$1] += $3 * x[$2]; if ($1 != $2) y[$2] += $3 * x[$1] }
  END { for (i in b) { r += (b[i] - y[i])^2; s += b[i]^2 }; exit !(sqrt(r / s) < 1.1e-8) }' \
  b.mtx x.mtx grid.mtx || fail "A x is not b"

# Without a right-hand side the error is known; single precision gets as far.
expect_exit 0 "$bitvox" run solve input=grid.mtx precision=single method=gmres preconditioner=jacobi
grep -q '^Converged: yes' out || fail "stdout: $(<out)"
grep -q '^Error: .*E-' out || fail "stdout: $(<out)"

# What does not converge is said, and is no failure.
expect_exit 0 "$bitvox" run solve input=grid.mtx rhs=b.mtx method=cg preconditioner=none \
  max_iterations=5 output=few.mtx
grep -q '^Note: Not solved: max_iterations were not enough; ' out || fail "stdout: $(<out)"

# Bad files and bad keys.
expect_exit 1 "$bitvox" run solve input=none.mtx
grep -qF 'none.mtx: no such file' err || fail "stderr: $(<err)"
head -n 50 grid.mtx >short.mtx
expect_exit 1 "$bitvox" run solve input=short.mtx output=no.mtx
grep -qF 'short.mtx: line 2: announces 4720 entries, more than the file can hold' err ||
  fail "stderr: $(<err)"
[[ ! -e no.mtx ]] || fail "a file is left"
expect_exit 1 "$bitvox" run solve input=b.mtx
grep -qF 'b.mtx: has 1600 rows and 1 columns' err || fail "stderr: $(<err)"
expect_exit 1 "$bitvox" run solve input=grid.mtx rhs=grid.mtx
grep -qF 'grid.mtx: has 1600 columns; a right-hand side has one' err || fail "stderr: $(<err)"
awk 'BEGIN { n = 1200000; print "%%MatrixMarket matrix coordinate pattern general\n" n, n, n
  for (i = 1; i <= n; i++) print i, i }' >large.mtx
JAVA_TOOL_OPTIONS=-Xmx16m expect_exit 1 "$bitvox" run solve input=large.mtx rhs=b.mtx
grep -qE 'the Java heap has [0-9]+ MiB, and the right-hand side with the solution needs 19 MiB' err ||
  fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run solve input=grid.mtx tolerance=2
grep -qF 'tolerance=2 is not allowed; use 1.0E-15 to 0.1' err || fail "stderr: $(<err)"
