// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_operation.hpp"
#include "ops/sample_motif/sample_motif.hpp"

namespace bitvox::sample_motif {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make_run(FuzzBytes& bytes) {
  Options options;
  options.sequences = static_cast<int>(bytes.between(0, 30));
  options.letters = static_cast<int>(bytes.between(0, 90));
  options.length = bytes.integer(1, 32);
  options.distance = bytes.integer(0, 32);
  options.gc = bytes.number(0, 1);
  options.seed = bytes.any<std::uint64_t>();
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
