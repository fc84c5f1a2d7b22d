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
  if (!(options.gc >= 0 && options.gc <= 1)) {
    throw InvalidInput("gc=" + short_number(options.gc) + " is not allowed; use 0 to 1");
  }
  require_memory({"Sample Motif", "Make fewer or shorter sequences."}, host_memory(),
                 std::int64_t{options.sequences} * options.letters);
  return make_cpu(options, progress);
}

}  // namespace bitvox::sample_motif
