// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/distance_map/distance_map.hpp"

namespace bitvox::distance_map {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 40, 12)));
  Options options;
  options.metric = bytes.one_of({Metric::kEuclidean, Metric::kCityBlock, Metric::kChessboard});
  options.region = bytes.one_of({Region::kInside, Region::kOutside, Region::kSigned});
  options.edges = bytes.one_of({Edges::kBackground, Edges::kClipped});
  options.extent = bytes.one_of({Extent::kVolume, Extent::kPerSlice});
  if (options.region != Region::kSigned || bytes.rarely()) {  // whole numbers have no sign
    options.numbers = bytes.one_of({Numbers::kDistances, Numbers::kIntegers});
  }
  const bool counts_voxels =  // which must be cubes
      options.metric != Metric::kEuclidean || options.numbers == Numbers::kIntegers;
  if (counts_voxels ? bytes.rarely() : bytes.yes()) {
    options.spacing = {bytes.number(0, 3), bytes.number(0, 3), bytes.number(0, 3)};
  }
  options.slab = bytes.integer(0, 40);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    const Result result = measure(*volume, options, sink, progress);
    return bits.add(result.largest_inside).add(result.largest_outside);
  };
}

const fuzz::FuzzOperation operation("distance_map", make);

}  // namespace
}  // namespace bitvox::distance_map
