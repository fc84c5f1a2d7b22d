# SPDX-License-Identifier: BSD-2-Clause
# Random inputs, for "./bitvox fuzz" and "./bitvox check"; read by tests/check.sh.
# shellcheck shell=bash disable=SC2154

fuzz_folder=$target/fuzz

clang_has_fuzzer() {
  clang++ -fsanitize=fuzzer-no-link,address -x c++ - -o /dev/null <<<'int main() {}' 2>/dev/null &&
    [[ -e $(clang++ -print-file-name="libclang_rt.fuzzer-$(uname -m).a") ]]
}

install_fuzzer() {
  install_missing clang++:clang
  clang_has_fuzzer || install_missing fuzzer:libclang-rt-dev # newer Debians have it apart
}

# A few inputs of each operation, which are tried first: the fuzzer alone would leave some operations
# out for long. The bytes: which operation, threads, not stopped, the rest.
write_seeds() {
  local operations=("$root"/tests/fuzz/*_fuzz.cpp) i k
  rm -rf "$fuzz_folder/seeds"
  mkdir -p "$fuzz_folder/seeds"
  for i in "${!operations[@]}"; do
    for ((k = 0; k < 15; ++k)); do
      printf '%b' "$(printf '\\x%02x' "$i" "$k" 0 "$k")" >"$fuzz_folder/seeds/$i-$k"
    done
  done
}

# What it found useful it keeps in the corpus, if there is one, and begins with it the next time.
# Each operation must have given some results, as one that refuses its inputs is hardly tested.
native_fuzz() { # SECONDS SEED [CORPUS]
  write_seeds
  "$checks/sanitized/native_fuzz" -max_total_time="$1" -seed="$2" -max_len=600 -timeout=600 \
    -rss_limit_mb=4096 -print_funcs=0 --least_results=5 -artifact_prefix="$fuzz_folder/" \
    "${@:3}" "$fuzz_folder/seeds"
}

# The checkout is the working folder: inputs for TIFFs are in tests/java.
java_fuzz() { # SECONDS SEED
  (cd "$root" && java -Djava.awt.headless=true -Xmx1g \
    -cp "$target/imagej/ij.jar:$target/classes:$target/test-classes" \
    org.bitvox.fuzz.Fuzz "$(awk "BEGIN { print $1 / 60 }")" "$2")
}

check_native_fuzz() { sanitized_build native_fuzz && native_fuzz 20 1; }
check_java_fuzz() { java_fuzz 12 1; }

# tried WHAT COMMAND...: runs it with its output in the log, and prints the counts.
tried() {
  local what=$1
  shift
  log=$fuzz_folder/${what%% *}.log
  : >"$log"
  in_log "$what" "$@"
  grep 'inputs {' "$log"
}

fuzz() { # MINUTES [SEED]
  local minutes=${1:-} seed=${2:-$RANDOM} seconds
  [[ $minutes =~ ^[0-9]{1,6}(\.[0-9]+)?$ ]] || wrong_usage "for how long? ./bitvox fuzz MINUTES [SEED]"
  seconds=$(awk "BEGIN { print int($minutes * 30) + 1 }") # half for each
  begin_build
  start_log
  make_jar in_log "the build" maven package -DskipTests -Dnative.target=bitvox
  install_fuzzer
  mkdir -p "$checks" "$fuzz_folder/corpus"
  in_log "the build of the native fuzzer" sanitized_build native_fuzz
  end_build
  lap "build"
  say "Each $seconds s with seed $seed; logs, and inputs that fail, are in $fuzz_folder."
  tried "native fuzzing" native_fuzz "$seconds" "$seed" "$fuzz_folder/corpus"
  tried "java fuzzing" java_fuzz "$seconds" "$seed"
}
