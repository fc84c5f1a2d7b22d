// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 40, 12)));
  Options options;
  options.phase = bytes.one_of({Phase::kForeground, Phase::kBackground});
  options.edges = bytes.one_of({Edges::kBackground, Edges::kClipped});
  options.extent = bytes.one_of({Extent::kVolume, Extent::kPerSlice});
  if (bytes.yes()) {
    options.spacing = {bytes.number(0, 3), bytes.number(0, 3), bytes.number(0, 3)};
  }
  const bool map = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    const Result result = measure(*volume, options, map ? &sink : nullptr, progress);
    return bits.add(result.thickness).add(result.voxels);
  };
}

const fuzz::FuzzOperation operation("local_thickness", make);

}  // namespace
}  // namespace bitvox::local_thickness
