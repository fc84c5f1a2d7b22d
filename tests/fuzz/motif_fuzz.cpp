// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_operation.hpp"
#include "ops/motif/motif.hpp"

namespace bitvox::motif {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  std::vector<Sequence> sequences(static_cast<std::size_t>(bytes.between(1, 6)));
  for (Sequence& sequence : sequences) {
    sequence.letters.resize(static_cast<std::size_t>(bytes.between(0, 80)));
    for (char& letter : sequence.letters) {
      letter = bytes.rarely() ? static_cast<char>(bytes.between(0, 255))
                              : "ACGTACGTACGTACGTacgtNU-"[bytes.between(0, 22)];
    }
  }
  Options options;
  options.length = static_cast<int>(bytes.between(1, 10));
  options.distance = bytes.integer(0, 4);
  options.quorum = bytes.integer(0, 6);
  options.strands = bytes.one_of({Strands::kForward, Strands::kBoth});
  options.lower_case = bytes.one_of({LowerCase::kSame, LowerCase::kMasked});
  options.most_motifs = 2000;
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    for (const Motif& motif : find(sequences, options, progress).motifs) {
      bits.add(motif.word).add(motif.sequences).add(motif.total_distance).add(motif.e_value);
      for (const Site& site : motif.sites) bits.add(site.position).add(site.word);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("motif", make);

}  // namespace
}  // namespace bitvox::motif
