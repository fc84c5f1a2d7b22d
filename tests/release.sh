# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox release" does, and "check" of it; read by that script, whose functions and variables
# it uses.
# shellcheck shell=bash disable=SC2154

# shellcheck source=tests/release_files.sh
source "$root/tests/release_files.sh"

# Other plugins live in the same JVM: nothing but our own classes and symbols may leave.
check_jar() { # FOLDER
  ! unzip -Z1 "$1"/Bitvox_-*.jar |
    grep -vE '^(META-INF/.*|org/|org/bitvox/.*|plugins\.config|native/.*)$'
}

library_in() { say "$1/classes/native/linux-x86_64/libbitvox.so"; }

check_exports() { # FOLDER
  local symbols # in one piece: grep -q does not read on, on which nm would fail
  symbols=$(nm -D --defined-only "$(library_in "$1")")
  grep -q ' Java_org_bitvox_' <<<"$symbols" &&
    ! grep -vE ' (Java_org_bitvox_|JNI_On(Load|Unload))' <<<"$symbols"
}

# ---- The jar for every GPU -------------------------------------------------------------------

release_folder=$target/release

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
    "  Linux on x86-64 with $(newest GLIBC) and $(newest GLIBCXX), or later" \
    "  Java 8 or later, and ImageJ 1.53 or later"
  if [[ -n $(find_nvcc) ]]; then
    say "  for a GPU an NVIDIA driver $(driver_of "$(cuda_version)") or later (built with CUDA $(cuda_version)" \
      "  for $(cmake -P "$root/native/cmake/cuda_architectures.cmake"))"
  fi
}

release() {
  ask_home
  with_cuda
  export BITVOX_CUDA_ARCHITECTURES=${BITVOX_CUDA_ARCHITECTURES:-release}
  begin_build
  start_log
  prepare_build
  install_missing unzip:unzip nm:binutils
  rm -f "$release_folder"/Bitvox_-*.jar
  in_log "the build" package -Dbuild.folder="$release_folder"
  lap "build for $(cmake -P "$root/native/cmake/cuda_architectures.cmake")"
  check "jar: our classes only" check_jar "$release_folder"
  check "library: our symbols only" check_exports "$release_folder"
  if have cuobjdump; then
    check "library: code for every GPU" check_architectures
  else
    say "what code is inside is not looked at: there is no cuobjdump"
  fi
  check "every backend of this machine" check_runs
  say_needs
  leave_files "$release_folder"
  end_build
}
