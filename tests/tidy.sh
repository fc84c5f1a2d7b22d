# SPDX-License-Identifier: BSD-2-Clause
# clang-tidy, for "./bitvox check"; read by tests/check.sh.
# shellcheck shell=bash disable=SC2154

# Configured for what files are compiled with, never built: in units, and one by one.
tidy=$checks/tidy
tidy_files=$checks/tidy-files

# run_tidy OPTION...: for the files of standard input. How many warnings there were in the headers of
# others says nothing, and would hide what was found.
run_tidy() {
  xargs -r -P "$jobs" -n 1 clang-tidy --quiet "$@" 2>&1 |
    sed -E '/^[0-9]+ warnings? generated\.$/d'
}

# The files of an operation, or of a folder, as one unit, which takes a third of the time. The
# analyzer must be told to look into what a unit includes (tests/tidy/unit.cxx tells whether it does),
# and of course it includes source files.
tidy_units() {
  run_tidy --checks=-bugprone-suspicious-include --extra-arg=-Xclang \
    --extra-arg=-analyzer-opt-analyze-headers "$@"
}

# Declarations that go unused are looked for in main files alone, so those with some are looked at
# again.
tidy_declarations() {
  { xargs -r grep -lE '^\s*(using [A-Za-z_:]+::[A-Za-z_]+|namespace [a-z_]+ =)' || true; } |
    run_tidy --checks='-*,misc-unused-using-decls,misc-unused-alias-decls' "$@"
}

# The faults of tests/tidy are found in a unit, and every one.
check_tidy_finds() {
  local found fault
  found=$(say "$root/tests/tidy/unit.cxx" | tidy_units --extra-arg=-std=c++20)
  found+=$(say "$root"/tests/tidy/native/*.cpp | tidy_declarations --extra-arg=-std=c++20)
  while read -r fault; do
    grep -q "$fault" <<<"$found" || {
      say "$found" "clang-tidy does not find this: $fault"
      return 1
    }
  done <"$root/tests/tidy/faults.txt"
}

# Of the files that a build compiles, those of this project.
compiled_files() { # BUILD
  sed -nE "s#^ *\"file\": \"(($root/native|$1/rows)/.*\.cpp|$1/CMakeFiles/bitvox(_core)?\.dir/Unity/.*\.cxx)\".*#\1#p" \
    "$1/compile_commands.json" | sort -u
}

configure_tidy() { # FOLDER ON|OFF
  JAVA_HOME=$(java_home) cmake -S "$root" -B "$1" -GNinja "-DBITVOX_UNITS=$2" \
    "-DJNI_HEADERS=$target/jni-headers"
}

check_tidy() {
  configure_tidy "$tidy" ON && configure_tidy "$tidy_files" OFF || return
  # What calls the operations from Java is one unit, but belongs to the parts that it calls.
  compiled_files "$tidy" | grep /Unity/ | grep -v /unity_ops_jni_ | only_checked |
    tidy_units -p "$tidy" || return
  compiled_files "$tidy_files" | grep '/native/ops/.*_jni\.cpp$' | only_checked |
    run_tidy -p "$tidy_files" || return
  compiled_files "$tidy" | grep -v /Unity/ | only_checked | run_tidy -p "$tidy" || return
  compiled_files "$tidy_files" | grep "^$root/native/" | only_checked |
    tidy_declarations -p "$tidy_files"
}
