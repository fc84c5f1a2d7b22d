// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "core/threads/progress_parts.hpp"
#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label.hpp"

namespace bitvox::label {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

void add(const Objects& objects, test::Bits& bits) {
  bits.add(objects.voxels).add(objects.faces);
  for (const auto& sums : objects.sums) bits.add(sums);
  for (const auto& squares : objects.squares) bits.add(squares);
  for (const auto& box : objects.box) bits.add(box);
  bits.add(objects.surface).add(objects.euler);
  bits.add(objects.mean).add(objects.least).add(objects.most);
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(200, 20, 10);
  const auto volume = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto marker = std::make_shared<BitVolume>(bytes.bits(shape));
  std::shared_ptr<GreyVolume> second;
  if (bytes.yes()) {
    const Shape other = bytes.rarely() ? Shape{2, 3, 4} : shape;
    const PixelType type = bytes.grey_type();
    second = std::make_shared<GreyVolume>(bytes.grey(other, type));
  }
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.largest = bytes.rarely();  // as it leaves nothing of the others
  for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(6, 40);
  const auto faces = static_cast<std::uint8_t>(bytes.between(0, kAllFaces));
  const bool join = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    test::Bits bits;
    if (join) {
      const JoinOptions how{options.connectivity, options.extent, backend, threads, options.block};
      RunReport run;
      auto [facing, marking] = progress_parts(progress, 1, 1);
      bits.add(joined_to_faces(*volume, faces, how, run, facing));
      bits.add(joined_to_marker(*volume, *marker, how, run, marking));
      return bits;
    }
    options.backend = backend;
    options.threads = threads;
    fuzz::FuzzSink labels(bits);
    BitVolume binary(volume->shape());
    const Result result = label(*volume, options, {&labels, &binary, true, second.get()}, progress);
    bits.add(binary).add(result.found).add(result.kept);
    add(result.objects, bits);
    return bits;
  };
}

const fuzz::FuzzOperation operation("label", make);

}  // namespace
}  // namespace bitvox::label
