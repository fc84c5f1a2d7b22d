# SPDX-License-Identifier: BSD-2-Clause
# Whether other platforms compute the same: the build for aarch64 under qemu, and that for Windows
# under Wine. For macOS, which nothing here can run, all must compile. Read by tests/check.sh, whose
# functions and variables it uses.
# shellcheck shell=bash disable=SC2154

# What operations owe their callers, of those that are checked.
contracts='*/OperationContract.*:*/BackendContract.*'

# build_elsewhere NAME CMAKE_ARGUMENT...
build_elsewhere() {
  local goal goals=(thread_tests golden_tests)
  [[ $checked != all ]] || goals+=(core_tests)
  for goal in "${goals[@]}"; do
    native_build "$1" "$goal" "${@:2}" "-DBITVOX_TESTS_OF=$(tests_of)" || return
  done
}

# Results for random inputs are those of tests/golden/digests.inc, of all operations. For which input
# another one differs is said by "native_digest OPERATION". The tests of what operations share run if
# all is checked: they take longer than the rest, and what they find there the digests nearly always
# show, too.
tests_elsewhere() { # RUN BACKEND...: by "RUN PROGRAM ARGUMENT..."
  local run=$1 backend but_minutes
  shift
  if [[ $checked == all ]]; then
    # Of shared code all but what goes through all colours or many beams, which takes minutes there,
    # and threads, which are the same.
    but_minutes="$left_out:*ThreadCount*:ColourTableTest.EveryBackend*:ColourSpacesTest.LabIs*"
    but_minutes+=':ColourSpacesTest.HsvOfAll*:AttenuationTest.IsTheSumOverEnergies'
    in_shards "$run" core_tests --gtest_brief=1 "--gtest_filter=-$but_minutes" || return
  fi
  in_shards "$run" thread_tests --gtest_brief=1 "--gtest_filter=$contracts:-$left_out" || return
  for backend in "$@"; do
    BITVOX_TEST_BACKEND=$backend in_shards "$run" golden_tests --gtest_brief=1 || return
  done
}

# ---- Linux on aarch64 ------------------------------------------------------------------------

on_aarch64() { # PROGRAM ARGUMENT...
  qemu-aarch64 -L /usr/aarch64-linux-gnu "$checks/aarch64/$1" "${@:2}"
}

check_aarch64() {
  build_elsewhere aarch64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu" &&
    tests_elsewhere on_aarch64 scalar
}

# ---- Windows ---------------------------------------------------------------------------------

windows_build=$checks/windows-x86_64

on_windows() { # PROGRAM ARGUMENT...
  in_wine "$windows_build/$1.exe" "${@:2}"
}

has_zig_for_windows() {
  if find_zig; then
    install_missing wine:wine
  else
    say "Windows and macOS are skipped: there is no zig $(zig_version)"
    return 1
  fi
}

check_windows_library() {
  local code=0
  build_elsewhere windows-x86_64 "-DCMAKE_TOOLCHAIN_FILE=$root/native/cmake/zig.cmake" \
    -DBITVOX_PLATFORM=windows-x86_64 "-DJNI_HEADERS=$target/jni-headers" &&
    cmake --build "$windows_build" --target bitvox --parallel "$jobs" || return
  in_wine wineboot --init
  tests_elsewhere on_windows scalar avx2 || code=1
  end_wine
  return "$code"
}

# ---- macOS -----------------------------------------------------------------------------------

# For ARM: Clang with NEON, and integers of other types than Linux has. Nothing is linked, for which
# zig would build its C++ library first.
check_macos_compiles() {
  local folder=$checks/macos-aarch64 objects
  configure_by_zig "$folder" macos-aarch64 -DCMAKE_HAVE_LIBC_PTHREAD=ON -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -fno-sanitize=undefined" -DBITVOX_TESTS=OFF -DBITVOX_CUDA=OFF \
    "-DJNI_HEADERS=$target/jni-headers" || return
  mapfile -t objects < <(ninja -C "$folder" -t targets all | sed -n 's/: CXX_COMPILER.*//p')
  ((${#objects[@]} > 0)) && ninja -C "$folder" -j "$jobs" "${objects[@]}"
}
