#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox bench" makes of Google Benchmark's CSV: rows as in docs/benchmarks.csv.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

cat >raw <<'RAW'
a machine, 2 X 3000 MHz CPU s
name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message,"aim_ms","gpu_ms"
"granulometry/cuda/foam/512/real_time",273,2.56e+00,2.5e+00,ms,,,,,,3,2.16
"label/avx2/count/256",9,1500.5,1400,us,,,,,,,
"sample_foam/512",9,2,2,s,,,,,,,
"label/avx512/count/256",0,0,0,ms,,,,true,"not here",,
RAW
awk -f "$root/tests/bench/rows.awk" -v cpu=C -v gpu=G -v commit=abc -v date=2026-11-30 <raw >rows
expect_equal "head" "$(head -n 1 "$root/docs/benchmarks.csv")" "$(head -n 1 rows)"
expect_equal "rows" '"granulometry foam",512,"cuda, G",,2.56,3,abc,2026-11-30
"label count",256,"avx2, C",,1.5,,abc,2026-11-30
"sample_foam",512,"C",,2000,,abc,2026-11-30' "$(tail -n +2 rows)"
