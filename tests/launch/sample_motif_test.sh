#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Sequences with a planted motif through ./bitvox run.
# dialog: Bitvox Sample Motif... | | 5 100 9 2
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

sample=(sequences=5 letters=100 length=9 distance=2)
expect_exit 0 "$bitvox" run sample_motif "${sample[@]}" seed=7 output=s.fasta
expect_quiet
expect_equal "sequences" 5 "$(grep -c '^>' s.fasta)"
expect_exit 0 "$bitvox" run sample_motif "${sample[@]}" seed=7 output=same.fasta
expect_same_files same.fasta s.fasta
expect_exit 0 "$bitvox" run sample_motif "${sample[@]}" seed=8 output=other.fasta
! cmp -s other.fasta s.fasta || fail "another seed gives the same sequences"
