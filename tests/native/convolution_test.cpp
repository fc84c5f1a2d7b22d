// SPDX-License-Identifier: BSD-2-Clause
#include "ops/convolution/convolution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "collect_slices.hpp"
#include "core/options/settings.hpp"
#include "grey_test_volumes.hpp"
#include "ops/convolution/convolution_named.hpp"

namespace bitvox::convolution {
namespace {

using test::make_grey;
using test::random_grey;

constexpr Border kAllEdges[] = {Border::kNearest, Border::kMirror, Border::kWrap, Border::kZero};
constexpr PixelType kTypes[] = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};

GreyVolume convolve(const GreyVolume& in, const Options& options) {
  test::CollectSlices out(in.shape(),
                          options.result == ResultType::kSame ? in.type() : PixelType::kFloat32);
  NoProgress quiet;
  const RunReport report = convolve(in, options, out, quiet).run;
  if (options.backend != "auto") {
    EXPECT_EQ(report.backend, options.backend);
  }
  return std::move(out.volume);
}

// ---- By the definition, voxel by voxel ---------------------------------------------------------

std::int64_t obvious_index(std::int64_t i, std::int64_t n, Border edges) {
  while (i < 0 || i >= n) {
    switch (edges) {
      case Border::kNearest:
        i = i < 0 ? 0 : n - 1;
        break;
      case Border::kMirror:
        i = i < 0 ? -1 - i : 2 * n - 1 - i;
        break;
      case Border::kWrap:
        i += i < 0 ? n : -n;
        break;
      case Border::kZero:
        return -1;
    }
  }
  return i;
}

float value_at(const GreyVolume& in, std::int64_t x, std::int64_t y, std::int64_t z, Border edges) {
  const Shape& s = in.shape();
  x = obvious_index(x, s.width, edges);
  y = obvious_index(y, s.height, edges);
  z = obvious_index(z, s.depth, edges);
  if (x < 0 || y < 0 || z < 0) {
    return 0;
  }
  return static_cast<float>(test::grey_value(in, (z * s.height + y) * s.width + x));
}

GreyVolume obvious_full(const GreyVolume& in, const FullKernel& kernel, float scale, Border edges) {
  const Shape& s = in.shape();
  GreyVolume out(s, PixelType::kFloat32);
  float* to = out.data<float>();
  for (std::int64_t z = 0; z < s.depth; ++z)
    for (std::int64_t y = 0; y < s.height; ++y)
      for (std::int64_t x = 0; x < s.width; ++x) {
        float sum = 0;
        const float* coefficient = kernel.coefficients.data();
        for (int k = 0; k < kernel.depth; ++k)
          for (int j = 0; j < kernel.height; ++j)
            for (int i = 0; i < kernel.width; ++i) {
              sum = std::fma(*coefficient++,
                             value_at(in, x + i - kernel.width / 2, y + j - kernel.height / 2,
                                      z + k - kernel.depth / 2, edges),
                             sum);
            }
        *to++ = sum * scale;
      }
  return out;
}

GreyVolume obvious(const GreyVolume& in, const Kernel& kernel, Border edges) {
  if (kernel.full) {
    return obvious_full(in, *kernel.full, kernel.scale, edges);
  }
  const auto length = [](const std::vector<float>& row) { return static_cast<int>(row.size()); };
  const Passes passes = passes_of(kernel.separable);
  const auto& [rx, ry, rz] = kernel.separable;
  GreyVolume result = make_grey(in.shape(), PixelType::kFloat32,
                                [&](std::int64_t i) { return test::grey_value(in, i); });
  if (passes.x) {
    const bool last = !passes.y && !passes.z;
    result = obvious_full(result, {length(rx), 1, 1, rx}, last ? kernel.scale : 1.0F, edges);
  }
  if (passes.y) {
    result = obvious_full(result, {1, length(ry), 1, ry}, passes.z ? 1.0F : kernel.scale, edges);
  }
  if (passes.z) {
    result = obvious_full(result, {1, 1, length(rz), rz}, kernel.scale, edges);
  }
  return result;
}

void expect_same_bits(const GreyVolume& result, const GreyVolume& expected) {
  ASSERT_EQ(result.type(), expected.type());
  with_pixel_type(expected.type(), [&](auto pixel) {
    const auto* a = result.data<decltype(pixel)>();
    const auto* b = expected.data<decltype(pixel)>();
    for (std::int64_t i = 0; i < expected.shape().voxel_count(); ++i) {
      const bool both_nan =
          std::isnan(static_cast<float>(a[i])) && std::isnan(static_cast<float>(b[i]));
      ASSERT_TRUE(both_nan || std::memcmp(a + i, b + i, sizeof(pixel)) == 0)
          << "voxel " << i << " is " << +a[i] << ", not " << +b[i];
    }
  });
}

// Every backend, several numbers of threads and blocks.
void check_everywhere(const GreyVolume& in, Options options, const GreyVolume& expected) {
  for (const std::string& backend : test::available_backends()) {
    for (const auto& [threads, depth] : {std::pair{1, 0}, {3, 0}, {2, 1}, {2, 2}}) {
      SCOPED_TRACE(backend + ", threads " + std::to_string(threads) + ", blocks of " +
                   std::to_string(depth) + " slices");
      options.backend = backend;
      options.threads = threads;
      options.block = {0, 0, depth};
      expect_same_bits(convolve(in, options), expected);
    }
  }
}

void check_everywhere(const GreyVolume& in, const Kernel& kernel, Border edges) {
  Options options;
  options.kernels = {kernel};
  options.edges = edges;
  check_everywhere(in, options, obvious(in, kernel, edges));
}

std::vector<float> random_row(int length, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<float> row(static_cast<std::size_t>(length));
  for (float& v : row) v = static_cast<float>(random.below(2001) - 1000) / 700.0F;
  return row;
}

FullKernel random_full(int width, int height, int depth, std::uint64_t seed) {
  return {width, height, depth, random_row(width * height * depth, seed)};
}

// ---- Tests -------------------------------------------------------------------------------------

TEST(Convolution, SeparableAgreesWithTheObviousLoop) {
  for (const std::int64_t width : {1, 63, 64, 65, 127, 128, 129}) {
    const GreyVolume in = random_grey({width, 7, 5}, PixelType::kFloat32, 1000, 1);
    for (const Border edges : kAllEdges) {
      SCOPED_TRACE("width " + std::to_string(width));
      Kernel kernel;
      kernel.separable = {random_row(7, 1), random_row(5, 2), random_row(3, 3)};
      check_everywhere(in, kernel, edges);
      kernel.separable.z = {1};
      kernel.scale = 0.3F;
      check_everywhere(in, kernel, edges);
    }
  }
}

TEST(Convolution, EveryCombinationOfPasses) {
  const GreyVolume in = random_grey({37, 150, 4}, PixelType::kUint8, 256, 4);
  for (int bits = 0; bits < 8; ++bits) {
    SCOPED_TRACE(bits);
    Kernel kernel;
    if ((bits & 1) != 0) kernel.separable.x = random_row(9, 5);
    if ((bits & 2) != 0) kernel.separable.y = random_row(5, 6);
    if ((bits & 4) != 0) kernel.separable.z = random_row(3, 7);
    kernel.scale = 0.7F;
    check_everywhere(in, kernel, Border::kMirror);
  }
}

TEST(Convolution, FullKernelsAgreeWithTheObviousLoop) {
  for (const std::int64_t width : {1, 63, 64, 65, 129}) {
    const GreyVolume in = random_grey({width, 19, 5}, PixelType::kFloat32, 1000, 8);
    for (const Border edges : kAllEdges) {
      SCOPED_TRACE("width " + std::to_string(width));
      Kernel kernel;
      kernel.full = random_full(7, 5, 3, 9);
      kernel.scale = 1.7F;
      check_everywhere(in, kernel, edges);
      kernel.full = random_full(3, 3, 1, 10);
      check_everywhere(in, kernel, edges);
      kernel.full = random_full(1, 9, 5, 11);
      check_everywhere(in, kernel, edges);
    }
  }
}

TEST(Convolution, KernelsLargerThanTheImage) {
  const GreyVolume in = random_grey({11, 6, 4}, PixelType::kUint16, 65536, 12);
  for (const Border edges : kAllEdges) {
    Kernel kernel;
    kernel.separable = {random_row(255, 13), random_row(63, 14), random_row(31, 15)};
    check_everywhere(in, kernel, edges);
    kernel.full = random_full(31, 17, 13, 16);
    check_everywhere(in, kernel, edges);
  }
}

TEST(Convolution, LongRowsOfEveryLength) {
  const GreyVolume wide = random_grey({300, 50, 1}, PixelType::kUint8, 256, 17);
  const GreyVolume high = random_grey({50, 280, 1}, PixelType::kUint8, 256, 17);
  for (const int length : {1, 3, 11, 33, 65, 255}) {
    SCOPED_TRACE(length);
    Kernel kernel;
    kernel.separable = {random_row(length, 18), random_row(length, 19), {1}};
    check_everywhere(wide, kernel, Border::kNearest);
    check_everywhere(high, kernel, Border::kNearest);
  }
}

TEST(Convolution, AllTypesInAndOut) {
  for (const PixelType type : kTypes) {
    const GreyVolume in = random_grey({70, 33, 6}, type, 256, 20);
    Kernel kernel;
    kernel.separable = {random_row(3, 21), random_row(3, 22), random_row(3, 23)};
    kernel.scale = 0.25F;
    check_everywhere(in, kernel, Border::kWrap);
    Options options;
    options.kernels = {kernel};
    options.result = ResultType::kSame;
    const GreyVolume floats = obvious(in, kernel, options.edges);
    const double largest = type == PixelType::kUint8 ? 255 : 65535;
    const GreyVolume expected = make_grey(in.shape(), type, [&](std::int64_t i) {
      const float v = floats.data<float>()[i];
      return type == PixelType::kFloat32
                 ? double{v}
                 : double{
                       std::floor(static_cast<float>(std::clamp(double{v}, 0.0, largest)) + 0.5F)};
    });
    check_everywhere(in, options, expected);
  }
}

TEST(Convolution, NotANumberSpreadsAsFarAsTheKernelReaches) {
  GreyVolume in = random_grey({40, 30, 5}, PixelType::kFloat32, 100, 24);
  in.data<float>()[2 * 1200 + 10 * 40 + 20] = std::numeric_limits<float>::quiet_NaN();
  in.data<float>()[4 * 1200 + 2 * 40 + 39] = std::numeric_limits<float>::infinity();
  Kernel kernel;
  kernel.full = random_full(5, 3, 3, 25);
  kernel.full->coefficients[7] = 0;  // times infinity is not a number
  check_everywhere(in, kernel, Border::kNearest);
  kernel.full.reset();
  kernel.separable = {random_row(5, 26), {0, 1, 0}, random_row(3, 27)};
  check_everywhere(in, kernel, Border::kZero);
}

TEST(Convolution, GradientMagnitude) {
  const GreyVolume in = random_grey({65, 20, 6}, PixelType::kUint8, 256, 28);
  for (const KernelAxes axes : {KernelAxes::kXy, KernelAxes::kXyz}) {
    Options options;
    options.kernels = sobel_kernels(axes);
    GreyVolume expected(in.shape(), PixelType::kFloat32);
    for (std::int64_t i = 0; const Kernel& kernel : options.kernels) {
      const GreyVolume component = obvious(in, kernel, options.edges);
      const bool last = ++i == static_cast<std::int64_t>(options.kernels.size());
      for (std::int64_t k = 0; k < in.shape().voxel_count(); ++k) {
        float& sum = expected.data<float>()[k];
        sum = std::fma(component.data<float>()[k], component.data<float>()[k], sum);
        if (last) sum = std::sqrt(sum);
      }
    }
    check_everywhere(in, options, expected);
  }
}

TEST(Convolution, AppliesKernelsUnflipped) {
  GreyVolume in({5, 5, 1}, PixelType::kFloat32);
  in.data<float>()[12] = 1;
  Options options;
  options.kernels = {{{}, FullKernel{3, 3, 1, {1, 2, 3, 4, 5, 6, 7, 8, 9}}, 1}};
  const GreyVolume out = convolve(in, options);
  // The pixel right of and below the point sees it at its upper left.
  EXPECT_EQ(out.data<float>()[18], 1);
  EXPECT_EQ(out.data<float>()[6], 9);
}

TEST(Kernels, GaussianRows) {
  for (const double sigma : {0.3, 1.0, 2.5, 30.0}) {
    const std::vector<float> row = gaussian_row(sigma);
    EXPECT_EQ(row.size(), 2 * static_cast<std::size_t>(std::ceil(4 * sigma)) + 1);
    double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += row[i];
      EXPECT_EQ(row[i], row[row.size() - 1 - i]);
      const double x = static_cast<double>(i) - static_cast<double>(row.size() / 2);
      EXPECT_NEAR(row[i] / row[row.size() / 2], std::exp(-x * x / (2 * sigma * sigma)), 1e-6);
    }
    EXPECT_NEAR(sum, 1, 1e-6);
  }
  EXPECT_EQ(gaussian_row(0), std::vector<float>{1});
  EXPECT_THROW(gaussian_row(-1), InvalidInput);
  EXPECT_THROW(gaussian_row(32), InvalidInput);
}

TEST(Kernels, SeparableOnesAreFound) {
  const FullKernel ones{3, 5, 7, std::vector<float>(105, 2.0F)};
  const Kernel mean = make_kernel(ones, Normalise::kYes);
  EXPECT_FALSE(mean.full);
  EXPECT_EQ(mean.separable.x.size(), 3U);
  EXPECT_EQ(mean.separable.y.size(), 5U);
  EXPECT_EQ(mean.separable.z.size(), 7U);
  EXPECT_FLOAT_EQ(mean.scale, 1 / 210.0F);
  EXPECT_FALSE(make_kernel({3, 3, 1, {-1, 0, 1, -2, 0, 2, -1, 0, 1}}, Normalise::kNo).full);
  EXPECT_TRUE(make_kernel({3, 3, 1, {0, 1, 0, 1, -4, 1, 0, 1, 0}}, Normalise::kNo).full);
  EXPECT_TRUE(make_kernel(random_full(5, 5, 1, 29), Normalise::kNo).full);
  EXPECT_EQ(make_kernel({3, 1, 1, {-1, 0, 1}}, Normalise::kYes).scale, 1);
  EXPECT_TRUE(make_kernel({3, 1, 1, {0, 0, 0}}, Normalise::kYes).full);
}

TEST(Kernels, WrongOnesAreRefused) {
  EXPECT_THROW(make_kernel({2, 3, 1, std::vector<float>(6)}, Normalise::kNo), InvalidInput);
  EXPECT_THROW(make_kernel({33, 1, 1, std::vector<float>(33)}, Normalise::kNo), InvalidInput);
  EXPECT_THROW(make_kernel({3, 3, 1, std::vector<float>(8)}, Normalise::kNo), InvalidInput);
  EXPECT_THROW(make_kernel({1, 1, 1, {std::numeric_limits<float>::infinity()}}, Normalise::kNo),
               InvalidInput);
  EXPECT_THROW(mean_kernel(0, KernelAxes::kXy), InvalidInput);
  EXPECT_THROW(mean_kernel(128, KernelAxes::kXy), InvalidInput);
}

TEST(Kernels, AreAmongTheSettings) {
  NamedOptions options;
  options.edges = Border::kMirror;
  options.kernel.sigma_x = 0.1;
  options.kernel.coefficients = {1, 2.5F};
  const std::string all = settings(options);
  for (const char* line : {"edges=mirror\n", "kernel.kind=gaussian\n", "kernel.sigma_x=0.1\n",
                           "kernel.coefficients=1,2.5,\n", "kernel.row_z=\n"}) {
    EXPECT_NE(all.find(line), std::string::npos) << line << all;
  }
  NamedOptions other = options;
  other.kernel.row_x = {1};
  EXPECT_NE(settings(other), all);
}

TEST(Convolution, ConstantStaysConstant) {
  const GreyVolume in = make_grey({50, 40, 30}, PixelType::kUint8, [](auto) { return 100; });
  for (const Kernel& kernel : {mean_kernel(3, KernelAxes::kXyz), mean_kernel(2, KernelAxes::kXy)}) {
    Options options;
    options.kernels = {kernel};
    options.result = ResultType::kSame;
    expect_same_bits(convolve(in, options), in);
  }
  Options options;
  options.kernels = {laplacian_kernel(KernelAxes::kXyz)};
  expect_same_bits(convolve(in, options), GreyVolume(in.shape(), PixelType::kFloat32));
}

TEST(Convolution, RefusesWrongOptions) {
  const GreyVolume in({5, 5, 5}, PixelType::kUint8);
  Options options;
  EXPECT_THROW(convolve(in, options), InvalidInput);
  options.kernels.resize(1);
  options.kernels[0].separable.x = {1, 1};
  EXPECT_THROW(convolve(in, options), InvalidInput);
  options.kernels[0].separable.x = std::vector<float>(257);
  EXPECT_THROW(convolve(in, options), InvalidInput);
  options.kernels[0].separable.x = {1};
  options.block = {0, 0, -1};
  EXPECT_THROW(convolve(in, options), InvalidInput);
}

}  // namespace
}  // namespace bitvox::convolution
