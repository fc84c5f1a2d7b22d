// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string_view>
#include <vector>

#include "ops/convolution/convolution.hpp"

namespace bitvox::convolution {

// Which of the fields of a named kernel count.
enum class KernelKind { kGaussian, kMean, kLaplacian, kSobel, kFull, kSeparable };
constexpr std::string_view java_name(const KernelKind*) { return "Kernel$Kind"; }

// A kernel as callers give it: by a name and its numbers, or by coefficients.
struct NamedKernel {
  KernelKind kind = KernelKind::kGaussian;
  KernelAxes axes = KernelAxes::kXy;  // of mean, Laplacian and Sobel's
  double sigma_x = 0;                 // of a Gaussian, in voxels
  double sigma_y = 0;
  double sigma_z = 0;
  int radius = 0;  // of a mean
  int width = 0;   // of a full kernel
  int height = 0;
  int depth = 0;
  std::vector<float> coefficients;
  bool normalise = false;
  std::vector<float> row_x;  // of a separable kernel
  std::vector<float> row_y;
  std::vector<float> row_z;

  template <class Each>
  static void fields(Each&& field) {
    field("kind", &NamedKernel::kind);
    field("axes", &NamedKernel::axes);
    field("sigma_x", &NamedKernel::sigma_x);
    field("sigma_y", &NamedKernel::sigma_y);
    field("sigma_z", &NamedKernel::sigma_z);
    field("radius", &NamedKernel::radius);
    field("width", &NamedKernel::width);
    field("height", &NamedKernel::height);
    field("depth", &NamedKernel::depth);
    field("coefficients", &NamedKernel::coefficients);
    field("normalise", &NamedKernel::normalise);
    field("row_x", &NamedKernel::row_x);
    field("row_y", &NamedKernel::row_y);
    field("row_z", &NamedKernel::row_z);
  }
};
constexpr std::string_view java_name(const NamedKernel*) { return "Kernel"; }

// All that a result depends on besides the image, as callers give it: settings() of the options
// alone would not tell one kernel from another. What is applied is made of it: Options::kernels.
struct NamedOptions : Options {
  NamedKernel kernel;

  template <class Each>
  static void fields(Each&& field) {
    Options::fields(field);
    field("kernel", &NamedOptions::kernel);
  }
};

// What is applied for a named kernel: one kernel, or Sobel's two or three. Throws InvalidInput as
// the functions do that make them.
std::vector<Kernel> kernels_of(const NamedKernel& named);

}  // namespace bitvox::convolution
