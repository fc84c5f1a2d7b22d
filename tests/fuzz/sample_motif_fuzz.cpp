// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/sample_motif/sample_motif.hpp"

namespace bitvox::sample_motif {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make_run(FuzzBytes& bytes) {
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.seed = bytes.between(0, kLargestSeed);
  options.sequences = bytes.integer(1, 30);
  options.length = bytes.integer(2, 31);
  const int length = std::clamp(options.length, 2, 31);
  options.letters = bytes.integer(length, 90);
  options.distance = bytes.integer(0, length);
  return [=](const std::string&, int, Progress& progress) {
    test::Bits bits;
    for (const std::string& letters : make(options, progress).sequences) {
      for (const char letter : letters) bits.add(letter);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("sample_motif", make_run);

}  // namespace
}  // namespace bitvox::sample_motif
