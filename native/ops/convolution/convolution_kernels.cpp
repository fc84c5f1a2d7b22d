// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {
namespace {

std::size_t index(const FullKernel& kernel, int x, int y, int z) {
  const auto row = static_cast<std::ptrdiff_t>(z) * kernel.height + y;
  return static_cast<std::size_t>(row * kernel.width + x);
}

std::size_t size_of(const FullKernel& kernel) { return index(kernel, 0, 0, kernel.depth); }

void check(const FullKernel& kernel) {
  for (const int side : {kernel.width, kernel.height, kernel.depth}) {
    if (side < 1 || side > kLargestSide || side % 2 == 0) {
      throw InvalidInput("a kernel has odd sides of at most " + std::to_string(kLargestSide) +
                         ", not " + std::to_string(side));
    }
  }
  if (kernel.coefficients.size() != size_of(kernel)) {
    throw InvalidInput("a kernel has one coefficient for each of its voxels");
  }
  for (const float coefficient : kernel.coefficients) {
    if (!std::isfinite(coefficient)) {
      throw InvalidInput("a kernel's coefficients must be finite");
    }
  }
}

std::vector<float> rounded(const std::vector<double>& row) {
  std::vector<float> result;
  std::transform(row.begin(), row.end(), std::back_inserter(result),
                 [](double v) { return static_cast<float>(v); });
  return result;
}

// The rows through the largest coefficient, if their product is the kernel.
std::optional<SeparableKernel> separate(const FullKernel& kernel) {
  const auto& all = kernel.coefficients;
  const auto largest = std::max_element(all.begin(), all.end(),
                                        [](float a, float b) { return std::abs(a) < std::abs(b); });
  if (*largest == 0) {
    return std::nullopt;
  }
  const auto at = static_cast<int>(largest - all.begin());
  const int px = at % kernel.width;
  const int py = at / kernel.width % kernel.height;
  const int pz = at / kernel.width / kernel.height;
  const auto row = [&](int length, double divisor, const auto& coefficient_at) {
    std::vector<double> values(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
      values[static_cast<std::size_t>(i)] = double{all[coefficient_at(i)]} / divisor;
    }
    return values;
  };
  const auto x = row(kernel.width, 1, [&](int i) { return index(kernel, i, py, pz); });
  const auto y = row(kernel.height, *largest, [&](int i) { return index(kernel, px, i, pz); });
  const auto z = row(kernel.depth, *largest, [&](int i) { return index(kernel, px, py, i); });
  constexpr double kRoundings = 4 * 0x1p-24;
  const double tolerance = kRoundings * std::abs(*largest);
  for (int k = 0; k < kernel.depth; ++k)
    for (int j = 0; j < kernel.height; ++j)
      for (int i = 0; i < kernel.width; ++i) {
        const double product = x[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(j)] *
                               z[static_cast<std::size_t>(k)];
        if (std::abs(product - all[index(kernel, i, j, k)]) > tolerance) {
          return std::nullopt;
        }
      }
  return SeparableKernel{rounded(x), rounded(y), rounded(z)};
}

}  // namespace

std::vector<float> gaussian_row(double sigma) {
  if (!(sigma >= 0) || !std::isfinite(sigma)) {
    throw InvalidInput("sigma must be a number of at least 0");
  }
  const double radius = std::ceil(4 * sigma);
  if (2 * radius + 1 > kLongestRow) {
    std::ostringstream text;
    text << "sigma is at most " << (kLongestRow - 1) / 8.0 << " voxels, not " << sigma;
    throw InvalidInput(text.str());
  }
  const auto reach = static_cast<int>(radius);
  std::vector<double> row;
  row.reserve(2 * static_cast<std::size_t>(reach) + 1);
  for (int i = -reach; i <= reach; ++i) {
    row.push_back(i == 0 ? 1.0 : std::exp(-0.5 * i * i / (sigma * sigma)));
  }
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& coefficient : row) coefficient /= sum;
  return rounded(row);
}

Kernel mean_kernel(int radius, KernelAxes axes) {
  const int length = 2 * radius + 1;
  if (radius < 1 || length > kLongestRow) {
    throw InvalidInput("radius=" + std::to_string(radius) + " is not allowed; use 1 to " +
                       std::to_string(kLongestRow / 2));
  }
  const std::vector<float> ones(static_cast<std::size_t>(length), 1.0F);
  Kernel kernel;
  kernel.separable.x = ones;
  kernel.separable.y = ones;
  double voxels = double{1.0} * length * length;
  if (axes == KernelAxes::kXyz) {
    kernel.separable.z = ones;
    voxels *= length;
  }
  kernel.scale = static_cast<float>(1 / voxels);
  return kernel;
}

Kernel laplacian_kernel(KernelAxes axes) {
  const int depth = axes == KernelAxes::kXyz ? 3 : 1;
  FullKernel full{3, 3, depth, std::vector<float>(static_cast<std::size_t>(9 * depth))};
  const int middle = depth / 2;
  const auto set = [&](int x, int y, int z, float v) {
    full.coefficients[index(full, x, y, z)] = v;
  };
  for (const int end : {0, 2}) {
    set(end, 1, middle, 1);
    set(1, end, middle, 1);
    if (depth == 3) set(1, 1, end, 1);
  }
  set(1, 1, middle, depth == 3 ? -6.0F : -4.0F);
  Kernel kernel;
  kernel.full = full;
  return kernel;
}

std::vector<Kernel> sobel_kernels(KernelAxes axes) {
  const std::vector<float> along{-1, 0, 1};
  const std::vector<float> across{1, 2, 1};
  const int components = axes == KernelAxes::kXyz ? 3 : 2;
  std::vector<Kernel> kernels(static_cast<std::size_t>(components));
  for (int axis = 0; axis < components; ++axis) {
    SeparableKernel& rows = kernels[static_cast<std::size_t>(axis)].separable;
    rows.x = axis == 0 ? along : across;
    rows.y = axis == 1 ? along : across;
    if (axes == KernelAxes::kXyz) rows.z = axis == 2 ? along : across;
  }
  return kernels;
}

Kernel make_kernel(const FullKernel& full, Normalise normalise) {
  check(full);
  Kernel kernel;
  if (const auto separable = separate(full)) {
    kernel.separable = *separable;
  } else {
    kernel.full = full;
  }
  if (normalise == Normalise::kYes) {
    const double sum =
        std::accumulate(full.coefficients.begin(), full.coefficients.end(), double{0});
    if (sum != 0) kernel.scale = static_cast<float>(1 / sum);
  }
  return kernel;
}

}  // namespace bitvox::convolution
