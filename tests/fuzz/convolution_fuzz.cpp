// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

std::vector<float> row(FuzzBytes& bytes) {
  std::vector<float> row(static_cast<std::size_t>(bytes.between(0, 6) * 2 + 1));
  for (float& coefficient : row) {
    coefficient = bytes.rarely() ? bytes.any<float>() : static_cast<float>(bytes.number(-2, 2));
  }
  return row;
}

FullKernel full_kernel(FuzzBytes& bytes) {
  FullKernel full;
  const auto side = [&] { return 2 * static_cast<int>(bytes.between(0, 3)) + 1; };
  full.width = side();
  full.height = side();
  full.depth = side();
  full.coefficients.resize(static_cast<std::size_t>(full.width * full.height * full.depth));
  for (float& coefficient : full.coefficients) {
    coefficient = bytes.rarely() ? bytes.any<float>() : static_cast<float>(bytes.number(-2, 2));
  }
  if (bytes.rarely()) {
    full.width = bytes.integer(-1, 9);
  }
  return full;
}

std::vector<Kernel> kernels(FuzzBytes& bytes) {
  const KernelAxes axes = bytes.one_of({KernelAxes::kXy, KernelAxes::kXyz});
  switch (bytes.between(0, 5)) {
    case 0:
      return {mean_kernel(bytes.integer(1, 9), axes)};
    case 1:
      return {laplacian_kernel(axes)};
    case 2:
      return sobel_kernels(axes);
    case 3: {
      const FullKernel full = full_kernel(bytes);
      return {make_kernel(full, bytes.one_of({Normalise::kNo, Normalise::kYes}))};
    }
    default:
      break;
  }
  const std::int64_t least = bytes.rarely() ? 0 : 1;
  std::vector<Kernel> several(static_cast<std::size_t>(bytes.between(least, 3)));
  for (Kernel& kernel : several) {
    kernel.separable.x = row(bytes);
    kernel.separable.y = row(bytes);
    kernel.separable.z = row(bytes);
    kernel.scale = static_cast<float>(bytes.number(-2, 2));
    if (bytes.rarely()) {
      kernel.full = full_kernel(bytes);
    }
  }
  return several;
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(140, 20, 8);
  const PixelType type = bytes.grey_type();
  const auto volume = std::make_shared<GreyVolume>(bytes.grey(shape, type));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  if (bytes.yes()) {
    for (std::int64_t& side : options.block) side = bytes.yes() ? 0 : bytes.integer(1, 40);
  }
  const FuzzBytes of_kernels = bytes;  // kernels are refused where the operation is
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    FuzzBytes rest = of_kernels;
    options.kernels = kernels(rest);
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink sink(bits);
    convolve(*volume, options, sink, progress);
    return bits;
  };
}

const fuzz::FuzzOperation operation("convolution", make);

}  // namespace
}  // namespace bitvox::convolution
