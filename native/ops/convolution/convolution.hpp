// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/blocks/block.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::convolution {

// Convolution of grey volumes with finite kernels, which are applied unflipped, as ImageJ's
// Convolver does: each pixel becomes the sum of its neighbours' values times the coefficients that
// lie over them, the middle coefficient over the pixel itself.
//
// The arithmetic, the same on every backend: pixels are 32-bit floats. A sum starts at 0 and takes
// one coefficient after the other by a fused multiply-add, x fastest, then y, then z, each
// ascending. A separable kernel is applied as a pass along x, one along y and one along z, each
// rounded to 32 bits; a pass whose row is the single coefficient 1 is left out. The last sum is
// multiplied by the scale. NaN and infinities spread as IEEE 754 says.
//
// Literature: P. Goorts, S. Rogmans, S. Vanden Eynde, P. Bekaert, "Practical examples of GPU
// computing optimization principles", SIGMAP 2010.

inline constexpr int kLongestRow = 255;
inline constexpr int kLargestSide = 31;

// Rows of odd length, one an axis.
struct SeparableKernel {
  std::vector<float> x{1.0F};
  std::vector<float> y{1.0F};
  std::vector<float> z{1.0F};
};

// Odd sides; x fastest, then y, then z.
struct FullKernel {
  int width = 1;
  int height = 1;
  int depth = 1;
  std::vector<float> coefficients{1.0F};
};

// One kernel: separable, or full where that is set.
struct Kernel {
  SeparableKernel separable;
  std::optional<FullKernel> full;
  float scale = 1.0F;
};

// ---- Kernels -----------------------------------------------------------------------------------

// A Gaussian of this standard deviation in voxels, cut at 4 sigma; sum 1. Sigma 0 is the row 1.
// Throws InvalidInput where it is negative or the row would be longer than kLongestRow.
std::vector<float> gaussian_row(double sigma);

// The axes that a named kernel extends along.
enum class KernelAxes { kXy, kXyz };
constexpr std::string_view java_name(const KernelAxes*) { return "Kernel$Axes"; }

// The mean of 2 * radius + 1 voxels along each axis.
Kernel mean_kernel(int radius, KernelAxes axes);
// The sum of the second differences along the axes.
Kernel laplacian_kernel(KernelAxes axes);
// One kernel for each component of the gradient: -1 0 1 along its axis, 1 2 1 across.
std::vector<Kernel> sobel_kernels(KernelAxes axes);

// The kernel as given, but separable where its coefficients are products of rows to within a few
// roundings; with normalise, divided by the sum of its coefficients where that is not 0. Throws
// InvalidInput for even or too long sides and for coefficients that are not finite.
enum class Normalise { kNo, kYes };
Kernel make_kernel(const FullKernel& full, Normalise normalise);

// ---- The operation -----------------------------------------------------------------------------

// Beyond the faces of the volume, in each axis on its own: kNearest the edge voxel, kMirror the
// volume reflected (b a | a b), kWrap the volume repeated, kZero zeros.
enum class Border { kNearest, kMirror, kWrap, kZero };
constexpr std::string_view java_name(const Border*) { return "Convolution$Edges"; }

// kFloat: 32-bit. kSame: the input's type, rounded (half up) and clamped, NaN to 0.
enum class ResultType { kFloat, kSame };

struct Options : RunOptions {
  // One; or several, whose results are squared, added and the root taken (a gradient's magnitude).
  // Made of what the caller gave, which is not one of the fields: see convolution_named.hpp.
  std::vector<Kernel> kernels;
  Border edges = Border::kNearest;
  ResultType result = ResultType::kFloat;
  // Of native code alone: the sides of the blocks that are computed one after the other, 0 for the
  // whole. All 0: as memory allows.
  Index block{};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("edges", &Options::edges);
    field("result", &Options::result);
  }
};

struct Result {
  bool separable = false;  // whether the kernel was applied as rows along the axes
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("separable", &Result::separable);
    field("run", &Result::run);
  }
};

// out receives width * height pixels a slice, of the result's type. The same bits for every
// backend, thread count and block. Throws InvalidInput, Cancelled, HostOutOfMemory,
// DeviceError, and what the sink throws.
Result convolve(const GreySource& in, const Options& options, SliceSink& out, Progress& progress);

// ---- What the twins share ----------------------------------------------------------------------

// How many voxels a kernel reaches beyond its middle, along each axis.
struct Radii {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
};
Radii radii_of(const Kernel& kernel);

// The passes that a separable kernel takes: at least one, and all whose rows are not just 1.
struct Passes {
  bool x = false;
  bool y = false;
  bool z = false;
};
Passes passes_of(const SeparableKernel& kernel);

PixelType output_type(PixelType in, const Options& options);

// The voxel that stands at `index` of an axis of this length, or -1 for a zero.
std::int64_t border_index(std::int64_t index, std::int64_t length, Border edges);

}  // namespace bitvox::convolution
