// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_motif/sample_motif.hpp"

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/check_fields.hpp"

namespace bitvox::sample_motif {
namespace {

// As many as a FASTA file that Planted Motif reads can have.
constexpr std::int64_t kMostLetters = 250'000'000;

// One option within what another one leaves to it.
void check(const char* key, int value, int least, int most) {
  if (value < least || value > most) {
    throw InvalidInput(std::string(key) + "=" + std::to_string(value) + " is not allowed; use " +
                       std::to_string(least) + " to " + std::to_string(most));
  }
}

}  // namespace

Result make(const Options& options, Progress& progress) {
  check_fields(options);
  check("letters", options.letters, options.length, kMostLettersOfEach);
  check("distance", options.distance, 0, options.length);
  const std::int64_t letters = std::int64_t{options.sequences} * options.letters;
  if (letters > kMostLetters) {
    throw InvalidInput("sequences=" + std::to_string(options.sequences) + " is not allowed; use " +
                       std::to_string(kMostLetters / options.letters) +
                       " or fewer of so many letters");
  }
  require_memory({"Sample Motif", "Make fewer or shorter sequences."}, host_memory(), letters);
  return make_cpu(options, progress);
}

}  // namespace bitvox::sample_motif
