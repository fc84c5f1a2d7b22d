// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 40, 12)));
  std::shared_ptr<BitVolume> mask;
  if (bytes.yes()) mask = std::make_shared<BitVolume>(bytes.bits(volume->shape()));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (options.region == Region::kSigned && !bytes.rarely()) {
    options.result = Numbers::kFloat;  // whole numbers have no sign
  }
  const bool counts_voxels =  // which must be cubes
      options.metric != Metric::kEuclidean || options.result == Numbers::kIntegers;
  if (counts_voxels && !bytes.rarely()) options.spacing = {};
  if (bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(6, 40);
  }
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    const Result result = measure(*volume, mask.get(), options, &sink, progress);
    return bits.add(result.largest_inside).add(result.largest_outside).add(result.voxels);
  };
}

const fuzz::FuzzOperation operation("distance_map", make);

}  // namespace
}  // namespace bitvox::distance_map
