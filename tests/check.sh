# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox check" does; read by that script, whose functions and variables it uses.
# shellcheck shell=bash disable=SC2154

checks=$target/check # where its builds are

# shellcheck source=tests/release.sh
source "$root/tests/release.sh"
# shellcheck source=tests/fuzz.sh
source "$root/tests/fuzz.sh"
# shellcheck source=tests/changed.sh
source "$root/tests/changed.sh"
# shellcheck source=tests/tidy.sh
source "$root/tests/tidy.sh"
# shellcheck source=tests/elsewhere.sh
source "$root/tests/elsewhere.sh"
# shellcheck source=tests/windows.sh
source "$root/tests/windows.sh"

check_needs=(clang++:clang clang-format:clang-format clang-tidy:clang-tidy shellcheck:shellcheck
  aarch64-linux-gnu-g++:g++-aarch64-linux-gnu qemu-aarch64:qemu-user nm:binutils
  /usr/src/googletest/CMakeLists.txt:googletest)
slurm_needs=(slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client munged:munge)
jobs=$(nproc) # of each of the lanes, so that no core waits when one has ended

# native_build NAME TARGET CMAKE_ARGUMENT...: one more native build, in its own folder.
native_build() {
  local name=$1 goal=$2
  shift 2
  JAVA_HOME=$(java_home) cmake -S "$root" -B "$checks/$name" -GNinja \
    -DBITVOX_CUDA=OFF "$@" &&
    cmake --build "$checks/$name" --target "$goal" --parallel "$jobs"
}

# in_shards PROGRAM ARGUMENT...: its tests side by side, a share for each core.
in_shards() {
  local i share shares=() failed=0
  for ((i = 0; i < jobs; ++i)); do
    GTEST_TOTAL_SHARDS=$jobs GTEST_SHARD_INDEX=$i "$@" &
    shares+=($!)
  done
  for share in "${shares[@]}"; do wait "$share" || failed=1; done
  return "$failed"
}

# What the sanitizers leave to the plain build: what takes minutes and has a sibling that walks the same
# lines, and the scalar code against itself.
left_out='*Slow*:*Thorough*:*OfTheScalarCode/scalar'

# ---- What needs no build ---------------------------------------------------------------------

check_formats() {
  find "$root/native" "$root/tests" -regextype posix-extended -regex '.*\.(cpp|hpp|inl|cu|cuh)' \
    -print0 | xargs -0 clang-format --dry-run -Werror
}

check_java_format() { maven spotless:check && zarr_maven spotless:check; }

# Other programs read the same from what is written: with "check all" ITK too, which is large.
python_readers=(/usr/lib/python3/dist-packages/nibabel/__init__.py:python3-nibabel
  /usr/lib/python3/dist-packages/tifffile/__init__.py:python3-tifffile)
check_other_readers() {
  local folder=$checks/formats
  rm -rf "$folder"
  mkdir -p "$folder"
  /usr/bin/python3 "$root/tests/formats.py" "$folder" java -Djava.awt.headless=true \
    -cp "$target/imagej/ij.jar:$target/classes" org.bitvox.Cli
}

# Damaged files for each reader: a million with "check all", which takes minutes.
check_damaged_files() {
  (cd "$root" && java -Djava.awt.headless=true -Xmx1g \
    -cp "$target/imagej/ij.jar:$target/classes:$target/test-classes" \
    "org.bitvox.files.$1" 1000000 40)
}

check_damaged_volumes() { check_damaged_files VolumeFuzz; }
check_damaged_tiffs() { check_damaged_files TiffFuzz; }
check_damaged_ome() { check_damaged_files OmeFuzz; }

check_cluster() { "$root/tests/cluster.sh"; }
check_stores() { "$root/tests/stores.sh"; }
check_slurm() { "$root/tests/slurm.sh"; }

check_our_jar() { check_jar "$target"; }
check_our_exports() { check_exports "$target"; }
# A release links with the system's libgcc_s; the one in other builds asks for that symbol.
check_our_age() {
  check_platform_age linux-x86_64 "$target/native-build/libbitvox.so" _dl_find_object
}
check_rows() { check_row_symbols "$target/native-build"; }
check_stack() { check_stack_alignment "$target/native-build"; }

check_scripts() {
  shellcheck "$root/bitvox" "$root/bitvox-slurm" "$root/.ci/run" "$root"/tests/*.sh "$root"/tests/launch/*.sh \
    "$root"/tests/bench/*.sh "$root"/tests/demo/*.sh
}

# What only some CPUs have stands in one file for each instruction set, and all rows use its names.
check_intrinsics() {
  local found
  found=$(cd "$root/native" && grep -rnE --include='*.'{cpp,hpp,inl,in,cu,cuh} \
    '\b_mm[0-9]*_|\b__m(128|256|512|mask)|__builtin_(ia32|neon|aarch64)_|__(AVX|SSE|F16C|ARM_NEON)|(imm|emm|xmm)intrin|arm_neon|\bv[a-z0-9]+_(n_|lane_|low_|high_)?[fsu](8|16|32|64)\b' . |
    grep -vE '^\./(cpu/lanes_[a-z0-9]+\.inl|core/memory/stream_copy\.cpp):') || true
  [[ -z $found ]] || {
    say "$found" "Instructions of some CPUs belong into native/cpu/lanes_*.inl."
    return 1
  }
}

# ---- Other compilers and sanitizers ----------------------------------------------------------

# One build by Clang for the native tests, the JVM and the fuzzer, with the sanitizers that see what
# would otherwise go unnoticed.
sanitized_build() { # TARGET
  native_build sanitized "$1" -DCMAKE_CXX_COMPILER=clang++ -DBITVOX_FUZZ=ON \
    -DBITVOX_SANITIZE=address -DBITVOX_SANITIZE_LIBRARY=undefined,float-cast-overflow \
    -DCMAKE_CXX_FLAGS_RELEASE=-O1 "-DBITVOX_TESTS_OF=$(tests_of)" \
    "-DJNI_HEADERS=$target/jni-headers"
}

check_sanitized() {
  sanitized_build all && sanitized_build golden_tests &&
    in_shards "$checks/sanitized/native_tests" --gtest_brief=1 "--gtest_filter=-$left_out" &&
    BITVOX_TEST_BACKEND=avx2 in_shards "$checks/sanitized/golden_tests" --gtest_brief=1
}

# The Java tests of calls, but those of operations that are not checked. Files and parameters are
# Java's alone.
java_tests() {
  local operation tests='org/bitvox/*Test,org/bitvox/calls/*Test,org/bitvox/commands/*Test'
  for operation in $(operations); do
    [[ $checked == all || " $checked " == *" $operation "* ]] ||
      tests+=",!**/$(sed -E 's/(^|_|[0-9])([a-z])/\1\U\2/g; s/_//g' <<<"$operation")*Test" # Skeleton2D
  done
  say "$tests"
}

# The JVM has handlers of its own for some signals and never frees all it has; without libstdc++
# from the start the sanitizer would not know how to throw.
check_sanitized_in_java() {
  LD_PRELOAD="$(clang++ -print-file-name="libclang_rt.asan-$(uname -m).so") $(clang++ -print-file-name=libstdc++.so.6)" \
    ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allow_user_segv_handler=1 \
    maven surefire:test "-Dbitvox.library=$checks/sanitized/libbitvox.so" \
    "-Dtest=$(java_tests)"
}

clang_has_tsan() {
  clang++ -fsanitize=thread -x c++ - -o /dev/null <<<'int main() {}' 2>/dev/null
}

# All that starts threads, and what operations owe their callers, on vector code and on plain code.
thread_tests='ParallelFor.*:RunTeam.*:ThreadPool.*:Background.*'
thread_tests+=':*/BackendContract.SameForEveryThreadCount/scalar'
thread_tests+=':*/BackendContract.SameForEveryThreadCount/avx2:*/OperationContract.Stops*/avx2'

# By Clang. Its shadow memory needs addresses that are not scattered all over.
check_tsan() {
  native_build tsan thread_tests -DCMAKE_CXX_COMPILER=clang++ -DBITVOX_SANITIZE=thread \
    -DCMAKE_CXX_FLAGS_RELEASE=-O1 "-DBITVOX_TESTS_OF=$(tests_of)" &&
    in_shards setarch "$(uname -m)" --addr-no-randomize "$checks/tsan/thread_tests" \
      --gtest_brief=1 "--gtest_filter=$thread_tests"
}

check_golden() {
  cmake --build "$target/native-build" --target golden_tests --parallel "$jobs" &&
    in_shards "$target/native-build/golden_tests" --gtest_brief=1
}

check_cuda_memory() {
  compute-sanitizer --error-exitcode 1 "$target/native-build/native_tests" --gtest_brief=1 \
    "--gtest_filter=*/cuda:-*Slow*"
}

# ----------------------------------------------------------------------------------------------

# lane NAME WHAT CHECK...: one after the other, with a log of their own, beside the other lanes.
lane() {
  [[ " $lanes " == *" $1 "* ]] || return 0
  (
    log=$checks/$1.log
    : >"$log"
    shift
    while (($#)); do
      check "$1" "$2"
      shift 2
    done
  ) &
  running+=($!)
}

# What takes minutes an operation looks at some of them, see tests/changed.sh.
check_all() { # [all | turn]
  local lanes="cheap ${all_lanes[*]}"
  if [[ ${1:-} == turn ]]; then
    lanes="cheap $(lane_in_turn)"
    lanes_in_turn=${#all_lanes[@]}
    say "Of ${all_lanes[*]} it is the turn of ${lanes#cheap }."
  fi
  build_all
  checked=$(parts_to_check "${1:-}" | tr '\n' ' ')
  checked=${checked% }
  install_missing "${check_needs[@]}" "${platform_needs[@]}" "${python_readers[@]}" unzip:unzip
  [[ ${1:-} != all ]] || install_missing plastimatch:plastimatch "${slurm_needs[@]}"
  clang_has_tsan || install_missing tsan:libclang-rt-dev # newer Debians have it apart
  install_fuzzer
  lap "build"
  say "Sanitizers and clang-tidy look at $checked."
  mkdir -p "$checks"
  local on_wine=() on_x86=() by_java=() damaged=() running=() process failed=0
  if (($(java_version) >= 17)); then
    by_java=("google-java-format" check_java_format)
  else
    say "google-java-format is skipped: it needs Java 17, this is $(java_version)"
  fi
  [[ $(uname -m) != x86_64 ]] ||
    on_x86=("objects of an instruction set give their tables alone" check_rows
      "misaligned stacks are found" check_stack_alignment_finds
      "no aligned move to a stack that is not" check_stack
      "library: no newer C library" check_our_age)
  [[ ${1:-} != all ]] ||
    damaged=("damaged NIfTI, NRRD and MetaImage files" check_damaged_volumes
      "damaged TIFF files" check_damaged_tiffs
      "OME-TIFF files with other XML" check_damaged_ome)
  [[ ${1:-} != all || ${#by_java[@]} == 0 ]] ||
    damaged+=("blocks on a Spark cluster, an executor of which is killed" check_cluster
      "blocks from an object store and to it" check_stores
      "blocks in a job of SLURM" check_slurm)
  if [[ " $lanes " == *" windows "* ]]; then
    ! has_zig_for_windows || on_wine=("Windows, under Wine" check_windows_library
      "Clang for macOS" check_macos_compiles)
    ! windows_java_given || on_wine+=("Java for Windows, under Wine" check_windows)
  fi
  # Most of these take a core, so they run beside one another.
  lane cheap "clang-format" check_formats "${by_java[@]}" \
    "shellcheck" check_scripts \
    "one place knows the system" check_one_place_knows_the_system \
    "nothing is destroyed when a thread ends" check_thread_locals \
    "intrinsics are in their files" check_intrinsics \
    "what is checked after a change" "$root/tests/changed_test.sh" \
    "what may be released" "$root/tests/release_fit_test.sh" \
    "clang-tidy finds what is planted" check_tidy_finds \
    "jar: our classes only" check_our_jar \
    "library: our symbols only" check_our_exports "${on_x86[@]}" \
    "other programs read what is written" check_other_readers "${damaged[@]}" \
    "the benchmarks build" build_bench \
    "results are those of tests/golden" check_golden
  lane sanitizers "address and undefined behaviour sanitizers" check_sanitized \
    "the same, in the JVM" check_sanitized_in_java "native fuzzer" check_native_fuzz \
    "Java fuzzer" check_java_fuzz
  lane threads "thread sanitizer" check_tsan "aarch64, under qemu" check_aarch64
  lane tidy "clang-tidy" check_tidy
  lane windows "${on_wine[@]}"
  for process in "${running[@]}"; do
    wait "$process" || failed=1
  done
  ((failed == 0)) || die "not all checks passed"
  PATH=$PATH:/usr/local/cuda/bin
  if have compute-sanitizer && nvidia-smi -L >/dev/null 2>&1; then
    check "compute-sanitizer" check_cuda_memory
  else
    say "compute-sanitizer is skipped: there is no GPU, or not the CUDA toolkit"
  fi
}
