// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_motif/sample_motif.hpp"

#include "core/error.hpp"
#include "core/memory.hpp"
#include "core/number.hpp"

namespace bitvox::sample_motif {
namespace {

void check(const char* key, int value, int least, int most) {
  if (value < least || value > most) {
    throw InvalidInput(std::string(key) + "=" + std::to_string(value) + " is not allowed; use " +
                       std::to_string(least) + " to " + std::to_string(most));
  }
}

}  // namespace

Result make(const Options& options, Progress& progress) {
  check("sequences", options.sequences, 1, 65535);
  check("length", options.length, 2, 31);
  check("letters", options.letters, options.length, 10'000'000);
  check("distance", options.distance, 0, options.length);
  // As many as a FASTA file that Planted Motif reads can have.
  constexpr std::int64_t kMostLetters = 250'000'000;
  const std::int64_t letters = std::int64_t{options.sequences} * options.letters;
  if (letters > kMostLetters) {
    throw InvalidInput("sequences=" + std::to_string(options.sequences) + " is not allowed; use " +
                       std::to_string(kMostLetters / options.letters) +
                       " or fewer of so many letters");
  }
  if (!(options.gc >= 0 && options.gc <= 1)) {
    throw InvalidInput("gc=" + short_number(options.gc) + " is not allowed; use 0 to 1");
  }
  require_memory({"Sample Motif", "Make fewer or shorter sequences."}, host_memory(), letters);
  return make_cpu(options, progress);
}

}  // namespace bitvox::sample_motif
