# SPDX-License-Identifier: BSD-2-Clause
# The compiler for other platforms, for "./bitvox check" and "release"; read by tests/release.sh.
# shellcheck shell=bash disable=SC2154

# The one that native/cmake/zig.cmake asks for.
zig_version() { sed -n 's/^set(zig_version \([0-9.]*\))$/\1/p' "$root/native/cmake/zig.cmake"; }

# Sets BITVOX_ZIG, unless it is set: to the program in the PATH, or to what install_zig brought.
find_zig() {
  local zig
  for zig in "${BITVOX_ZIG:-}" "$(command -v zig)" "$target"/zig/lib/python3*/site-packages/ziglang/zig; do
    [[ -x $zig && $("$zig" version) == "$(zig_version)" ]] || continue
    export BITVOX_ZIG=$zig
    return
  done
  return 1
}

install_zig() {
  find_zig && return
  install_missing /usr/share/doc/python3-venv:python3-venv
  in_log "the installation of zig $(zig_version), which BITVOX_ZIG can name too," fetch_zig
}

# As a Python package, in a folder of its own.
fetch_zig() {
  python3 -m venv "$target/zig" &&
    "$target/zig/bin/pip" install --quiet "ziglang==$(zig_version)" &&
    find_zig
}

# configure_by_zig FOLDER PLATFORM CMAKE_ARGUMENT...
configure_by_zig() {
  JAVA_HOME=$(java_home) cmake -S "$root" -B "$1" -GNinja \
    "-DCMAKE_TOOLCHAIN_FILE=$root/native/cmake/zig.cmake" "-DBITVOX_PLATFORM=$2" "${@:3}"
}

# build_by_zig FOLDER PLATFORM TARGET CMAKE_ARGUMENT...
build_by_zig() {
  configure_by_zig "$1" "$2" "${@:4}" && cmake --build "$1" --target "$3"
}
