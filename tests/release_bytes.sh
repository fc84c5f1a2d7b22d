# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox check release" does: the same sources give the same files, byte for byte, whoever builds
# them from which folder and when. Read by that script, whose functions and variables it uses.
# shellcheck shell=bash disable=SC2154

# shellcheck source=tests/release.sh
source "$root/tests/release.sh"

bytes=$target/bytes

draft() { # FOLDER
  BITVOX_DRAFT_ANEW=1 BITVOX_HOME=${BITVOX_HOME:-https://example.org/bitvox} "$1/bitvox" release draft
}

# Compiled by nobody's cache: what caches give was compiled earlier.
draft_anew() { # FOLDER
  CCACHE_DISABLE=1 ZIG_GLOBAL_CACHE_DIR=$bytes/zig draft "$1"
}

# The other one has a longer name, another time zone and language, and is nobody else's to read.
build_twice() {
  rm -rf "$bytes"
  copy_checkout "$bytes/one"
  (umask 077 && copy_checkout "$bytes/another one" && chmod -R go= "$bytes/another one")
  draft "$bytes/one" &&
    (umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANGUAGE=de draft_anew "$bytes/another one")
}

# What is in a jar, without where it lies.
entries() { unzip -lv "$1" | tail -n +2; } # JAR

# All that is uploaded, and of the jar each file apart, to name what differs.
same_files() {
  local one="$bytes/one/target/release" another="$bytes/another one/target/release" file
  for file in "$one"/*.jar; do
    ! unzip -p "$file" META-INF/MANIFEST.MF | grep -iE 'jdk|created-by|built-by' || return
    diff <(entries "$file") <(entries "$another/${file##*/}") || return
  done
  diff -r "$one" "$another" && [[ $(wc -l <"$one/SHA256SUMS") -ge 7 ]]
}

check_release() {
  start_log
  install_missing unzip:unzip
  install_zig
  in_log "two builds in two folders" build_twice
  lap "two builds in two folders"
  check "the same files, byte for byte" same_files
}
