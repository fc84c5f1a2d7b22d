# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox release" does, and "check" of it; read by that script, whose functions and variables
# it uses.
# shellcheck shell=bash disable=SC2154

# shellcheck source=tests/zig.sh
source "$root/tests/zig.sh"
# shellcheck source=tests/platforms.sh
source "$root/tests/platforms.sh"
# shellcheck source=tests/release_files.sh
source "$root/tests/release_files.sh"
# shellcheck source=tests/release_licences.sh
source "$root/tests/release_licences.sh"
# shellcheck source=tests/release_fit.sh
source "$root/tests/release_fit.sh"
# shellcheck source=tests/release_place.sh
source "$root/tests/release_place.sh"

# Other plugins live in the same JVM: nothing but our own classes and symbols may leave.
check_jar() { # FOLDER
  ! unzip -Z1 "$1"/Bitvox_-*.jar |
    grep -vE '^(META-INF/.*|org/|org/bitvox/.*|plugins\.config|native/.*)$'
}

library_in() { say "$1/classes/native/linux-x86_64/libbitvox.so"; }

check_exports() { check_platform_exports linux-x86_64 "$(library_in "$1")"; } # FOLDER

# ---- The jar for every platform and GPU ------------------------------------------------------

release_folder=$target/release

# Linux on x86-64 is Maven's.
other_platforms=(linux-aarch64 windows-x86_64 macos-aarch64 macos-x86_64)

# The file of a platform's library, as Java names it.
library_file() { # PLATFORM
  case $1 in
    windows-*) say bitvox.dll ;;
    macos-*) say libbitvox.dylib ;;
    *) say libbitvox.so ;;
  esac
}

# Where the libraries of other platforms lie as in the jar. Without their local symbols: the linker of
# macOS signs what it writes, so that nothing may be taken away later.
others=$release_folder/others

computes_on_gpus() { [[ $cuda != OFF && -n $(find_nvcc) ]]; }

built_for() {
  if computes_on_gpus; then
    cmake -P "$root/native/cmake/cuda_architectures.cmake"
  else
    say "CPUs alone"
  fi
}

build_other() { # PLATFORM
  local file with_cuda=OFF
  file=$(library_file "$1")
  [[ $1 != windows-* ]] || ! computes_on_gpus || with_cuda=ON
  build_by_zig "$release_folder/$1" "$1" bitvox -DCMAKE_BUILD_TYPE=Release -DBITVOX_TESTS=OFF \
    "-DBITVOX_CUDA=$with_cuda" "-DBITVOX_DEVICE_CODE=$release_folder/native-build" \
    "-DJNI_HEADERS=$release_folder/jni-headers" -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-s &&
    install -D --mode=644 "$release_folder/$1/$file" "$others/native/$1/$file"
}

# Deflated, unlike what the jar has already: each process unpacks its own library.
add_others() { # JAR
  "$(java_home)/bin/jar" --update --file "$1" -C "$others" native -C "$others" META-INF
}

# A library for each platform, and nothing else beside them.
check_platforms() { # JAR
  local platform
  diff <(unzip -Z1 "$1" 'native/*' | grep -v '/$' | LC_ALL=C sort) \
    <(for platform in linux-x86_64 "${other_platforms[@]}"; do
      say "native/$platform/$(library_file "$platform")"
    done | LC_ALL=C sort)
}

# How large each library is, and how large in the jar.
say_sizes() { # JAR
  unzip -v "$1" 'native/*' | awk -v jar="$(stat -c %s "$1")" '
    $8 ~ /bitvox/ { split($8, of, "/"); printf "  %-16s %5.1f MB, %4.1f MB in the jar\n", of[2], $1 / 1e6, $3 / 1e6 }
    END { printf "  %-16s %5.1f MB\n", "the jar", jar / 1e6 }'
}

# What the list of architectures promises: 80-real is an ELF file for sm_80, 90-virtual is PTX, 90
# is both.
check_architectures() {
  local library architecture inside
  library=$(library_in "$release_folder")
  inside=$(cuobjdump --list-elf --list-ptx "$library")
  for architecture in $(cmake -P "$root/native/cmake/cuda_architectures.cmake"); do
    [[ $architecture == *-virtual ]] || grep -q "\.sm_${architecture%-*}\.cubin" <<<"$inside" ||
      return 1
    [[ $architecture == *-real ]] || grep -q "\.sm_${architecture%-*}\.ptx" <<<"$inside" ||
      return 1
  done
}

release_runs() {
  java -Djava.awt.headless=true \
    -cp "$release_folder/imagej/ij.jar:$(say "$release_folder"/Bitvox_-*.jar)" org.bitvox.Cli "$@"
}

# The jar loads, and each backend of this machine computes the same.
check_runs() {
  local made=$release_folder/made backends backend
  rm -rf "$made"
  mkdir "$made"
  release_runs sample_foam width=96 height=80 depth=64 output="$made/foam.tif" || return
  backends=$(release_runs backends | sed -n 's/^\([a-z0-9]*\): available.*/\1/p')
  [[ $backends == *scalar ]] || return
  for backend in $backends; do
    release_runs granulometry input="$made/foam.tif" save="$made/$backend.csv" backend="$backend" &&
      cmp "$made/$backend.csv" "$made/${backends%%$'\n'*}.csv" || return
  done
}

# newest PREFIX: the highest version of PREFIX_x.y that the library asks the machine for.
newest() {
  objdump -T "$(library_in "$release_folder")" | grep -oE "\b$1_[0-9.]+" | sort -uV | tail -n 1
}

# The oldest driver of a CUDA toolkit's major version, from NVIDIA's release notes. PTX is translated
# by drivers of that very version, or later ones.
driver_of() {
  case $1 in
    12.*) say "525.60.13" ;;
    13.*) say "580.65.06" ;;
    *) say "that of CUDA $1" ;;
  esac
}

cuda_version() { "$(find_nvcc)" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }

say_needs() {
  say "$(say "$release_folder"/Bitvox_-*.jar) needs" \
    "  Linux on x86-64 with $(newest GLIBC) or later, or" \
    "  Linux on aarch64 with GLIBC_2.28, Windows 10 or macOS 11, or later" \
    "  Java 8 or later, and ImageJ 1.53 or later"
  if computes_on_gpus; then
    say "  for a GPU an NVIDIA driver $(driver_of "$(cuda_version)") or later (built with CUDA $(cuda_version)" \
      "  for $(built_for))"
  fi
}

# The other libraries come into the jar.
release_others() {
  local platform jar
  jar=$(say "$release_folder"/Bitvox_-*.jar)
  rm -rf "$others"
  for platform in "${other_platforms[@]}"; do
    in_log "the build for $platform" build_other "$platform"
    lap "build for $platform"
    check_platform "$platform" "$others/native/$platform/$(library_file "$platform")" \
      "$release_folder/$platform"
  done
  in_log "the licences of what is linked in" leave_licences "$others"
  in_log "the jar" add_others "$jar"
  check "jar: a library for every platform" check_platforms "$jar"
  check "jar: licences of what is linked in" check_licences "$jar"
  say_sizes "$jar"
}

release() { # [draft]
  [[ ${1:-} == draft ]] || check_fit
  check_update_site
  start_log
  install_zig
  if [[ $root == "$release_place" ]]; then
    build_release
  else
    ask_home
    export BITVOX_HOME=$home
    release_in_place "$@"
  fi
}

# How Linux's library is linked. nvcc leaves the number of its process in local symbols, which nobody
# needs. The C++ library of older systems lacks what GCC 12 asks for. GCC's own, libgcc_s, is the system's:
# the one to link in asks for the C library that GCC was built with.
release_link_flags='-Wl,-s -static-libstdc++'

build_release() {
  ask_home
  with_cuda
  export BITVOX_CUDA_ARCHITECTURES=${BITVOX_CUDA_ARCHITECTURES:-release}
  begin_build
  prepare_build
  install_missing unzip:unzip nm:binutils "${platform_needs[@]}"
  rm -f "$release_folder"/Bitvox_-*.jar
  LDFLAGS=$release_link_flags in_log "the build" package -Dbuild.folder="$release_folder"
  lap "build for $(built_for)"
  check_platform linux-x86_64 "$(library_in "$release_folder")" "$release_folder/native-build"
  release_others
  check "jar: our classes only" check_jar "$release_folder"
  if ! computes_on_gpus; then
    say "no code for GPUs is inside"
  elif have cuobjdump; then
    check "library: code for every GPU" check_architectures
  else
    say "what code is inside is not looked at: there is no cuobjdump"
  fi
  check "every backend of this machine" check_runs
  say_needs
  leave_files "$release_folder"
  end_build
}
