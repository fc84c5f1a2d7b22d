// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/debayer/debayer.hpp"

namespace bitvox::debayer {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 8, bytes.rarely() ? 1 : 2);
  const PixelType type =
      bytes.rarely() ? bytes.grey_type() : bytes.one_of({PixelType::kUint8, PixelType::kUint16});
  const auto mosaic = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (type == PixelType::kUint16 && !bytes.rarely()) options.result = ResultType::kChannels;
  if (bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(1, 40);
  }
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    debayer(*mosaic, options, sink, progress);
    return bits;
  };
}

const fuzz::FuzzOperation operation("debayer", make);

}  // namespace
}  // namespace bitvox::debayer
