#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Tries tests/changed.sh on a small project: what is checked after a change.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(mktemp -d)
target=$root/target
trap 'rm -rf "$root"' EXIT
say() { printf '%s\n' "$@"; }
# shellcheck source=tests/changed.sh
source "$here/changed.sh"

mkdir -p "$root/tests" "$root/.ci" "$target"
cp "$here"/*.awk "$root/tests/"
for operation in flow label label_shapes morphology motif sample_motif solve; do
  mkdir -p "$root/native/ops/$operation"
  say one >"$root/native/ops/$operation/$operation.hpp"
done
for folder in cmake core cpu cuda jni linear_systems; do
  mkdir -p "$root/native/$folder"
  say one >"$root/native/$folder/one.txt"
done
say rows >"$root/native/linear_systems/sparse_rows.inl"
in_repository() { git -C "$root" -c user.name=t -c user.email=t@example.org "$@"; }
commit() { in_repository add -A && in_repository commit -qm "$1" && in_repository rev-parse HEAD; }
in_repository init -q
say target/ >"$root/.gitignore"
printf 'set(operations flow label\n  motif)\nset(cpu_operations solve)\nadd_library(x)\n' >"$root/CMakeLists.txt"
base=$(commit base)

failed=0
# finds FILE EXPECTED: what is checked after a change to it, without those in turn.
finds() {
  local found
  mkdir -p "$(dirname "$root/$1")"
  say changed >>"$root/$1"
  found=$(BITVOX_CHECK_SINCE=$base without_turn | tr '\n' ' ')
  expect "a change to $1" "$2" "${found% }"
  in_repository checkout -q -- . && in_repository clean -qfd
}
without_turn() { (in_turn() { :; } && parts_to_check); }
expect() { # WHAT EXPECTED FOUND
  [[ $2 == "$3" ]] || {
    say "$1: expected '$2', found '$3'"
    failed=1
  }
}

finds native/ops/label/label.cpp label
finds native/ops/morphology/morphology_cuda.cu morphology
finds native/ops/motif/motif_rows.inl motif
finds native/ops/label_shapes/label_shapes.cpp label_shapes
finds native/linear_systems/csr.cpp linear_systems
finds tests/native/label_shapes_more_test.cpp label_shapes
finds tests/native/sample_motif_test.cpp sample_motif
finds tests/native/bits.hpp ""
finds tests/native/parallel_test.cpp ""
finds tests/fuzz/motif_fuzz.cpp motif
finds tests/fuzz/fuzz_bytes.hpp ""
finds native/core/volumes/shape.hpp core
finds native/cpu/rows.cpp.in cpu
finds native/cmake/sources.cmake ""
finds CMakeLists.txt ""
finds tests/check.sh ""
finds bitvox ""
finds CHANGELOG.md ""
finds CITATION.cff ""
finds native/exported_symbols.map ""
finds something.new all
finds native/something.new all
finds docs/flow.md ""
finds java/org/bitvox/Flow.java ""
finds tests/launch/flow_test.sh ""

say new >"$root/native/ops/morphology/morphology.cpp"
expect "what is not committed" morphology \
  "$(BITVOX_CHECK_SINCE=$base without_turn | tr '\n' ' ' | sed 's/ $//')"
commit new >"$target/new"

# Everything where what was checked is not known, or not an ancestor.
expect "nothing known" all "$(without_turn)"
expect "an unknown commit" all "$(BITVOX_CHECK_SINCE=0123456789 without_turn)"
expect "asked for all" all "$(BITVOX_CHECK_SINCE=$base parts_to_check all)"
in_repository checkout -q -b other "$base"
expect "not an ancestor" all "$(BITVOX_CHECK_SINCE=$(<"$target/new") without_turn)"
mkdir -p "$root/.ci"
say "$base" >"$root/.ci/landed"
expect "what .ci/landed says" "" "$(without_turn)"
landed=$(in_turn 6)
commit landed >/dev/null
expect "the next turn is another" other "$([[ $(in_turn 6) != "$landed" ]] && say other)"

# Everybody has a turn.
turns=$(for turn in 0 1 2 3 4 5; do BITVOX_CHECK_TURN=$turn in_turn 6; done | LC_ALL=C sort)
expect "six turns" "$(parts)" "$turns"

# A lane looks at what has changed since its last turn, four landings ago, and at another share of
# the rest each time.
for landing in second third fourth fifth; do
  in_repository rev-parse HEAD >"$root/.ci/landed"
  commit "$landing" >/dev/null
done
in_lanes() { (lanes_in_turn=4 && "$@"); }
expect "landed" "$(in_repository rev-parse HEAD~1)" "$(landed)"
expect "landed four turns ago" "$(in_repository rev-parse HEAD~4)" "$(in_lanes landed)"
expect "the lanes of four turns" "sanitizers threads tidy windows" \
  "$(for turn in 4 5 6 7; do BITVOX_CHECK_TURN=$turn lane_in_turn; done | tr '\n' ' ' | sed 's/ $//')"
turns=$(for turn in 1 5 9 13 17 21; do BITVOX_CHECK_TURN=$turn in_lanes in_turn 6; done | LC_ALL=C sort)
expect "six turns of a lane" "$(parts)" "$turns"
expect "as many parts as there is time for" "12 12 20" \
  "$(for turn in 0 4 8; do
    seq 101 120 | BITVOX_CHECK_TURN=$turn in_lanes in_time | tee -a "$target/seen" | wc -l
  done | head -n 2 | tr '\n' ' ')$(sort -u "$target/seen" | wc -l)"
expect "all, if lanes do not take turns" 20 "$(seq 101 120 | in_time | wc -l)"

# Fewer of the others after a large change: of the twelve parts here one of each twenty, not two.
for operation in flow label label_shapes morphology motif sample_motif; do
  say changed >>"$root/native/ops/$operation/$operation.hpp"
done
large() { BITVOX_CHECK_SINCE=$base BITVOX_CHECK_TURN=$1 parts_to_check | tr '\n' ' '; }
expect "a large change" "core flow label label_shapes morphology motif sample_motif " "$(large 20)"
expect "a large change, a turn without others" "flow label label_shapes morphology motif sample_motif " \
  "$(large 12)"
say changed >>"$root/native/ops/solve/solve_rows.inl"
expect "inner loops after a large change" "flow label label_shapes morphology motif sample_motif solve " \
  "$(large 12)"
expect "inner loops after too large a change" "flow label label_shapes morphology motif sample_motif " \
  "$(most_parts=6 && large 12)"
in_repository checkout -q -- . && in_repository clean -qfd

# What is compiled and looked at.
files=("$root/native/ops/motif/motif_jni.cpp" "$root/native/core/volumes/shape.cpp" "$root/native/linear_systems/csr.cpp"
  "$target/check/tidy/CMakeFiles/bitvox_core.dir/Unity/unity_sample_motif_cxx.cxx"
  "$target/check/tidy/rows/label_rows_avx2.cpp" "$target/check/tidy/rows/sparse_rows_avx2.cpp"
  "$target/check/tidy/CMakeFiles/bitvox_core.dir/Unity/unity_core_volumes_cxx.cxx"
  "$target/check/tidy/CMakeFiles/bitvox_core.dir/Unity/unity_linear_systems_cxx.cxx")
expect "all files" "$(say "${files[@]}")" "$(say "${files[@]}" | only_checked)"
expect "the tests of all" "" "$(tests_of)"
checked="core label motif solve"
expect "files of some" "$(say "${files[0]}" "${files[1]}" "${files[4]}" "${files[6]}")" \
  "$(say "${files[@]}" | only_checked)"
expect "the tests of some" "none;label;motif;solve" "$(tests_of)"
exit "$failed"
