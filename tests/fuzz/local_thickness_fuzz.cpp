// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::local_thickness {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 40, 12)));
  std::shared_ptr<BitVolume> mask;
  if (bytes.yes()) mask = std::make_shared<BitVolume>(bytes.bits(volume->shape()));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  const bool map = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    const Result result = measure(*volume, mask.get(), options, map ? &sink : nullptr, progress);
    return bits.add(result.thickness).add(result.voxels);
  };
}

const fuzz::FuzzOperation operation("local_thickness", make);

}  // namespace
}  // namespace bitvox::local_thickness
