# SPDX-License-Identifier: BSD-2-Clause
# What must be true of the library of each platform, and of the code that makes it; read by
# tests/release.sh, whose functions and variables it uses.
# shellcheck shell=bash disable=SC2154,SC2034

platform_needs=(llvm-nm:llvm llvm-objdump:llvm llvm-readobj:llvm)

# ---- The code ----------------------------------------------------------------------------------

# Which system it is: native/core/platform knows that, and the tests' own platform.
check_one_place_knows_the_system() {
  ! grep -rnE '_WIN32|__linux__|__APPLE__|^#include <(sys/|unistd|windows|pthread|sched|dlfcn|mach/)' \
    "$root/native" --include='*.[chi]*' --exclude-dir=platform
}

# The end of a thread calls nothing: a JVM may be gone by then, and GCC for Windows frees what is
# thread_local before it destroys it. So what is thread_local is a pointer or a number.
check_thread_locals() {
  ! grep -rnE '\bthread_local\b' "$root/native" --include='*.[chi]*' |
    grep -vE 'thread_local (const )?([A-Za-z_:]+(<[^>]*>)? ?(const)?\*|bool|int|std::u?int[0-9]+_t) (const )?[a-z_]+( = |;)'
}

# ---- The libraries -----------------------------------------------------------------------------

# Every instruction set's objects give their table to the rest, and nothing else: an inline function
# compiled with AVX-512 must never be the copy that the linker keeps for all.
check_row_symbols() { # FOLDER
  local object symbols found=0
  while read -r object; do
    symbols=$(llvm-nm --defined-only --extern-only "$object" | awk 'NF > 1 { print $NF }')
    [[ $symbols =~ ^_?_ZN[a-z0-9_]+4Rows(4avx2|6avx512)E$ ]] || {
      warn "$object defines"$'\n'"$symbols"
      return 1
    }
    found=$((found + 1))
  done < <(row_objects "$1")
  ((found > 0))
}

row_objects() { find "$1" -regextype posix-extended -regex '.*_rows_avx(2|512)\.cpp\.(o|obj)'; }

# misaligned_moves OBJECT...: functions that move wide registers to an aligned place on the stack
# without aligning it. Windows, and the callers of other code, give them 16 bytes.
misaligned_moves() {
  llvm-objdump --disassemble --no-show-raw-insn "$@" | awk '
    /^[0-9a-f]+ <.*>:$/ { name = $2; aligned = 0; next }
    /[ \t]and[lq]?[ \t]+\$-(32|64|128),[ \t]*%rsp/ { aligned = 1; next }
    /[ \t]vmov(aps|apd|dqa|dqa32|dqa64)[ \t].*%[yz]mm/ && /[(]%r[sb]p/ && !aligned { print name, $0; found = 1 }
    END { exit !found }'
}

check_stack_alignment() { # FOLDER
  local objects
  mapfile -t objects < <(row_objects "$1")
  ((${#objects[@]} > 0)) && ! misaligned_moves "${objects[@]}"
}

# That the check above finds what it is for, in code that is wrong and in code that is right.
check_stack_alignment_finds() {
  local folder
  folder=$(mktemp -d)
  clang -c -x assembler -o "$folder/wrong.o" - <<<$'wrong:\n vmovaps %ymm0, 32(%rsp)\n ret' &&
    clang -c -x assembler -o "$folder/right.o" - \
      <<<$'right:\n andq $-32, %rsp\n vmovaps %ymm0, 32(%rsp)\n ret' &&
    misaligned_moves "$folder/wrong.o" && ! misaligned_moves "$folder/right.o" && rm -r "$folder"
}

# What leaves a library, and what it asks the system for.
exports_of() { # PLATFORM LIBRARY
  case $1 in
    windows-*) llvm-readobj --coff-exports "$2" | sed -n 's/^ *Name: //p' ;;
    macos-*) llvm-nm --defined-only --extern-only "$2" | awk 'NF > 1 { print substr($NF, 2) }' ;;
    *) llvm-nm --dynamic --defined-only "$2" | awk '{ print $NF }' ;;
  esac
}

imports_of() { # PLATFORM LIBRARY
  case $1 in
    windows-*) llvm-objdump --private-headers "$2" | sed -n 's/^ *DLL Name: //p' ;;
    macos-*) llvm-objdump --macho --dylibs-used "$2" | sed -n '3,$s/^\s*\(\S*\) (.*/\1/p' ;;
    *) llvm-readobj --needed-libs "$2" | sed -n 's/^ *\(\S*\.so\S*\)$/\1/p' ;;
  esac
}

# Of the system itself, as an extended regular expression of the whole name. Windows has its C library
# since Windows 10, and Java brings it along for older ones.
system_libraries_of() { # PLATFORM
  case $1 in
    windows-*) say '(KERNEL32|ADVAPI32|ntdll|api-ms-win-crt-[a-z]+-l1-1-0)\.dll' ;;
    macos-*) say '/usr/lib/libSystem\.B\.dylib' ;;
    *) say '(lib(c|m|dl|rt|pthread|gcc_s)|ld-linux-(x86-64|aarch64))\.so\.[0-9]' ;;
  esac
}

# What else leaves it: zig's linker for macOS takes no list, so new and delete of its C++ library do,
# which are weak and like those of the system, and two names of the linker.
also_exported_by() { # PLATFORM
  [[ $1 != macos-* ]] || say '|_Z(n[aw]|d[al]).*|__dso_handle|_mh_dylib_header'
}

check_platform_exports() { # PLATFORM LIBRARY
  local symbols
  symbols=$(exports_of "$@")
  grep -q '^Java_org_bitvox_' <<<"$symbols" &&
    ! grep -vE "^(Java_org_bitvox_.*|JNI_On(Load|Unload)$(also_exported_by "$1"))$" <<<"$symbols"
}

check_platform_imports() { # PLATFORM LIBRARY
  local libraries
  libraries=$(imports_of "$@")
  [[ -n $libraries ]] && ! grep -ivxE "$(system_libraries_of "$1")" <<<"$libraries"
}

# The C library that zig.cmake names: 2.28 is that of Debian 10, Ubuntu 20.04 and RHEL 8. GCC links
# for x86-64 with its machine's: 2.34 is that of RHEL 9. A symbol may be left out.
check_platform_age() { # PLATFORM LIBRARY [SYMBOL]
  [[ $1 == linux-* ]] || return 0
  local newest most=2.28
  [[ $1 != linux-x86_64 ]] || most=2.34
  newest=$(llvm-objdump -T "$2" | grep -vwF "${3:-no_symbol}" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
  [[ $(printf '%s\n' "${newest#GLIBC_}" "$most" | sort -V | tail -n 1) == "$most" ]]
}

# All of a library that zig.cmake built in FOLDER.
check_platform() { # PLATFORM LIBRARY FOLDER
  check "$1: our symbols only" check_platform_exports "$1" "$2"
  check "$1: only the system's libraries" check_platform_imports "$1" "$2"
  check "$1: no newer C library" check_platform_age "$1" "$2"
  [[ $1 == *-x86_64 ]] || return 0
  check "$1: objects of an instruction set give their tables alone" check_row_symbols "$3"
  check "$1: no aligned move to a stack that is not" check_stack_alignment "$3"
}
