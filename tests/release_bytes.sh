# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox check release" does: the same sources and native library give the same jars, byte for
# byte, whoever builds them where and when. Read by that script, whose functions and variables it uses.
# shellcheck shell=bash disable=SC2154

bytes=$target/bytes

# shellcheck source=tests/release_files.sh
source "$root/tests/release_files.sh"

# copy_sources FOLDER: what the jars are made of, with the native library that is built already.
copy_sources() {
  mkdir -p "$1/target/native-build"
  tar -C "$root" -c java plugin-config docs LICENSE pom.xml | tar -C "$1" -xm
  cp "$target/native-build/libbitvox.so" "$target/native-build/commit.properties" \
    "$1/target/native-build/"
}

java_build() { # FOLDER
  root=$1 maven package -Prelease -Dexec.skip=true -DskipTests -Dmaven.test.skip=true &&
    repack "$1"/target/Bitvox_-*.jar
}

# The other one has a longer name, another time zone and language, and is nobody else's to read.
build_twice() {
  rm -rf "$bytes"
  copy_sources "$bytes/one"
  copy_sources "$bytes/another one"
  chmod -R go= "$bytes/another one"
  java_build "$bytes/one" &&
    (umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 LANGUAGE=de java_build "$bytes/another one")
}

same_jars() {
  local jar jars=("$bytes"/one/target/Bitvox_-*.jar)
  ((${#jars[@]} == 3)) || die "expected the jar, its sources and its Javadoc: ${jars[*]}"
  for jar in "${jars[@]}"; do
    cmp "$jar" "$bytes/another one/target/${jar##*/}" || return
    ! unzip -p "$jar" META-INF/MANIFEST.MF | grep -iE 'jdk|created-by|built-by' || return
  done
}

check_release() {
  build_jar
  start_log
  install_missing unzip:unzip
  in_log "two builds in two folders" build_twice
  lap "two builds in two folders"
  in_log "the same jars" same_jars
  lap "the same jars, byte for byte"
}
