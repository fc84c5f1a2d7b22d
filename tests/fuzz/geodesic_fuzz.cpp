// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <vector>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/geodesic/geodesic.hpp"

namespace bitvox::geodesic {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 20, 20);
  const PixelType type = bytes.grey_type();
  const auto image = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  const auto seeds =
      std::make_shared<GreyVolume>(bytes.rarely() ? Shape{2, 3, 4} : shape, PixelType::kUint8);
  for (std::int64_t i = bytes.between(1, 12); i > 0; --i) {
    const std::int64_t where = bytes.between(0, seeds->shape().voxel_count() - 1);
    seeds->data<std::uint8_t>()[where] = static_cast<std::uint8_t>(bytes.between(1, 4));
  }
  const bool at_border = bytes.rarely();
  std::shared_ptr<BitVolume> mask;
  if (bytes.rarely()) mask = std::make_shared<BitVolume>(bytes.bits(shape));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  const bool objects = bytes.rarely();
  if (objects && !bytes.rarely()) options.cost = Cost::kUniform;
  const bool distances = bytes.yes();
  const bool labels = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink distance_sink(bits), label_sink(bits);
    Inputs inputs(*image);
    inputs.seeds = at_border || objects ? nullptr : seeds.get();
    inputs.mask = mask.get();
    inputs.objects = objects;
    std::vector<std::int64_t> sums(static_cast<std::size_t>(shape.voxel_count()));
    const Outputs outputs{distances ? &distance_sink : nullptr, labels ? &label_sink : nullptr,
                          sums.data()};
    const Result result = measure(inputs, options, outputs, progress);
    for (int axis = 0; axis < 3; ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      bits.add(result.objects.first_end[i]).add(result.objects.second_end[i]);
      bits.add(result.objects.centre[i]);
    }
    bits.add(result.objects.voxels).add(result.objects.diameter);
    return bits.add(sums).add(result.voxels).add(result.farthest).add(result.reached);
  };
}

const fuzz::FuzzOperation operation("geodesic", make);

}  // namespace
}  // namespace bitvox::geodesic
