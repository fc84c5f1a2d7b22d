#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Planted motifs through ./bitvox run.
# dialog: Bitvox Planted Motif... | | s.fasta
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_exit 0 "$bitvox" run sample_motif length=12 distance=3 sequences=12 letters=200 output=s.fasta
planted=$(sed -n 's/^Motif: //p' out)

# Every backend finds the same, with the planted one among them.
for backend in "${backends[@]}"; do
  expect_exit 0 "$bitvox" run motif input=s.fasta length=12 distance=3 backend="$backend" \
    save="$backend.csv" sites="$backend-sites.csv" matrix="$backend-matrix.csv"
done
expect_exit 0 "$bitvox" run motif input=s.fasta length=12 distance=3 save=m.csv sites=sites.csv \
  matrix=matrix.csv plot=logo.png
for backend in "${backends[@]}"; do
  expect_same_files "$backend-sites.csv" sites.csv
  expect_same_files "$backend-matrix.csv" matrix.csv
done
grep -q "^$planted," m.csv || fail "the planted $planted is not in $(<m.csv)"
grep -qx "First motif: $planted" out || fail "stdout: $(<out)"
expect_equal "rows of sites" $((12 * ($(wc -l <m.csv) - 1) + 1)) "$(wc -l <sites.csv)"
expect_equal "logos" 1 "$(find . -name logo.png -size +1k | wc -l)"

# For programs of the MEME Suite.
expect_exit 0 "$bitvox" run motif input=s.fasta length=12 distance=3 meme=m.meme
expect_equal "matrices" $(($(wc -l <m.csv) - 1)) "$(grep -c '^MOTIF ' m.meme)"
expect_equal "places" $((12 * ($(wc -l <m.csv) - 1))) "$(grep -cE '^[01]\.[0-9]{6} .*[0-9]$' m.meme)"

# Both strands: every motif's reverse complement is there, too.
expect_exit 0 "$bitvox" run motif input=s.fasta length=12 distance=3 strands=both save=both.csv
cut -d, -f1 both.csv | sed 1d | sort >words
cut -d, -f7 both.csv | sed 1d | sort >others
[[ -s words ]] || fail "no motifs"
expect_same_files words others

# Several files are several searches.
cp s.fasta t.fasta
expect_exit 0 "$bitvox" run motif input=s.fasta,t.fasta length=12 distance=3 save=all.csv
expect_equal "rows of both" $((2 * ($(wc -l <m.csv) - 1) + 1)) "$(wc -l <all.csv)"
expect_equal "rows begin with" "File,Motif" "$(head -n 1 all.csv | cut -d, -f1,2)"
expect_exit 2 "$bitvox" run motif input=s.fasta,t.fasta plot=logo.png
grep -qF 'plot=logo.png is one file for 2 input files; put * or {name}' err || fail "stderr: $(<err)"

# Tables that the heap does not hold: every word is a motif, and has a row for each sequence.
expect_exit 0 "$bitvox" run sample_motif length=6 distance=0 sequences=60 letters=40 output=many.fasta
JAVA_TOOL_OPTIONS=-Xmx32m expect_exit 0 "$bitvox" run motif input=many.fasta length=6 distance=5 \
  sites=many.csv
expect_equal "rows of sites" $((4096 * 60 + 1)) "$(wc -l <many.csv)"
JAVA_TOOL_OPTIONS=-Xmx32m expect_exit 1 "$bitvox" run motif input=many.fasta length=8 distance=7 \
  max_motifs=100000 sites=no.csv
grep -qF '65536 motifs of 60 sequences need 63 MiB of the Java heap, which has 32 MiB' err ||
  fail "stderr: $(<err)"
[[ ! -e no.csv ]] || fail "a file of sites that there are not"

# Bad files.
expect_exit 1 "$bitvox" run motif input=none.fasta
grep -qF 'none.fasta: no such file' err || fail "stderr: $(<err)"
: >empty.fasta
expect_exit 1 "$bitvox" run motif input=empty.fasta
grep -qF 'empty.fasta: the file is empty' err || fail "stderr: $(<err)"
gzip -c s.fasta >s.fasta.gz
expect_exit 1 "$bitvox" run motif input=s.fasta.gz
grep -qF 'compressed' err || fail "stderr: $(<err)"
printf '>a\nACGTACGTACGTACGTAC\n>b\nACG' >short.fasta
expect_exit 1 "$bitvox" run motif input=short.fasta
grep -qF "sequence 'b' has no 15 letters" err || fail "stderr: $(<err)"
expect_exit 2 "$bitvox" run motif input=s.fasta length=40
grep -qF 'length=40 is not allowed; use 2 to 31' err || fail "stderr: $(<err)"
