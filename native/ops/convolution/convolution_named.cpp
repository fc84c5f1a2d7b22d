// SPDX-License-Identifier: BSD-2-Clause
#include "ops/convolution/convolution_named.hpp"

#include <utility>

namespace bitvox::convolution {
namespace {

std::vector<Kernel> of_rows(std::vector<float> x, std::vector<float> y, std::vector<float> z) {
  Kernel kernel;
  kernel.separable = {std::move(x), std::move(y), std::move(z)};
  return {kernel};
}

}  // namespace

std::vector<Kernel> kernels_of(const NamedKernel& named) {
  switch (named.kind) {
    case KernelKind::kGaussian:
      return of_rows(gaussian_row(named.sigma_x), gaussian_row(named.sigma_y),
                     gaussian_row(named.sigma_z));
    case KernelKind::kMean:
      return {mean_kernel(named.radius, named.axes)};
    case KernelKind::kLaplacian:
      return {laplacian_kernel(named.axes)};
    case KernelKind::kSobel:
      return sobel_kernels(named.axes);
    case KernelKind::kFull:
      return {make_kernel({named.width, named.height, named.depth, named.coefficients},
                          named.normalise ? Normalise::kYes : Normalise::kNo)};
    case KernelKind::kSeparable:
      break;
  }
  return of_rows(named.row_x, named.row_y, named.row_z);
}

}  // namespace bitvox::convolution
