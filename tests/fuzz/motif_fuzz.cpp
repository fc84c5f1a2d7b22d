// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/motif/motif.hpp"

namespace bitvox::motif {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto count = static_cast<int>(bytes.between(1, 6));
  std::vector<Sequence> sequences(static_cast<std::size_t>(count));
  for (Sequence& sequence : sequences) {
    const std::int64_t least = bytes.rarely() ? 0 : 30;
    sequence.letters.resize(static_cast<std::size_t>(bytes.between(least, 80)));
    for (char& letter : sequence.letters) {
      letter = "ACGTACGTACGTACGTACGTACGTacgtNU-"[bytes.between(0, 30)];
    }
    if (bytes.rarely()) sequence.letters.push_back(static_cast<char>(bytes.between(0, 255)));
  }
  if (bytes.yes()) {  // else few have anything in common
    constexpr std::size_t kCommon = 10;
    const std::string common = sequences[0].letters.substr(0, kCommon);
    for (Sequence& sequence : sequences) {
      const std::size_t size = sequence.letters.size();
      if (size < kCommon) continue;
      const auto where = bytes.between(0, static_cast<std::int64_t>(size - kCommon));
      sequence.letters.replace(static_cast<std::size_t>(where), common.size(), common);
    }
  }
  Options options;
  fuzz_fields(bytes, options);
  // What rarely suits, or takes long.
  options.length = static_cast<int>(bytes.between(bytes.rarely() ? 1 : 2, 10));
  // Of long words, many are near to what few sequences have: more than are allowed.
  const int far = options.length <= 5 ? options.length - 1 : count < 4 ? 1 : 3;
  options.distance = bytes.integer(0, far);
  options.quorum = bytes.yes() ? 0 : bytes.integer(count / 2 + 1, count);
  options.max_motifs = 2000;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    const Result found = find(sequences, options, progress);
    bits.add(found.words).add(found.sequences).add(found.total_distances);
    for (const double e_value : found.e_values) bits.add_elementary(e_value);  // exp, log, lgamma
    for (const auto& piece : found.positions) bits.add(piece);
    for (const auto& piece : found.site_words) bits.add(piece);
    return bits;
  };
}

const fuzz::FuzzOperation operation("motif", make);

}  // namespace
}  // namespace bitvox::motif
