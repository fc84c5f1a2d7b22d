# SPDX-License-Identifier: BSD-2-Clause
# The licences of what is linked into the libraries, for the jar; read by tests/release.sh.
# shellcheck shell=bash disable=SC2154

# The CUDA toolkit's: where NVIDIA's installers, its Python packages and Debian leave it.
cuda_licence() {
  local toolkit file
  toolkit=$("$(find_nvcc)" --dryrun none.cu 2>&1 | sed -n 's/^#\$ TOP=//p') # nvcc may be a script
  for file in "$toolkit"/{EULA.txt,dist-info/nvidia_cuda_runtime*/licenses/License.txt} \
    /usr/share/doc/nvidia-cuda-toolkit/copyright; do
    [[ ! -s $file ]] || {
      say "$file"
      return
    }
  done
  return 1
}

# leave_licences FOLDER: of zig's libraries and of NVIDIA's runtime, if there is any.
leave_licences() {
  local from to=$1/META-INF/licenses
  from=$(dirname "$(readlink -f "$BITVOX_ZIG")")/lib
  install -D --mode=644 "$from/libcxx/LICENSE.TXT" "$to/LLVM.txt" &&
    install -D --mode=644 "$from/libc/mingw/COPYING" "$to/mingw-w64.txt" || return
  [[ -z $(find_nvcc) ]] || install -D --mode=644 "$(cuda_licence)" "$to/CUDA.txt" || return
  cat >"$to/README.txt" <<'TEXT'
Bitvox has the licence META-INF/LICENSE. Parts of these are linked into its native libraries:

LLVM.txt       libc++, libunwind and compiler-rt, in those for Windows, macOS and Linux on aarch64
mingw-w64.txt  the start of a library for Windows, in that for Windows
CUDA.txt       NVIDIA's CUDA runtime, in that for Linux on x86-64, if this file is here

GCC's C++ library is in that for Linux on x86-64, by the GCC Runtime Library Exception.
TEXT
}

check_licences() { # JAR
  local name names=(README LLVM mingw-w64)
  [[ -z $(find_nvcc) ]] || names+=(CUDA)
  for name in "${names[@]}"; do
    [[ -n $(unzip -p "$1" "META-INF/licenses/$name.txt") ]] || return
  done
}
