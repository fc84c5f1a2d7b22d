// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "block_contract.hpp"
#include "core/threads/parallel.hpp"
#include "grey_test_volumes.hpp"
#include "ops/convolution/convolution_twins.hpp"

namespace bitvox::convolution {
namespace {

using test::Bits;

std::vector<float> row_of(std::int64_t radius, test::Random& random) {
  std::vector<float> row(static_cast<std::size_t>(2 * radius + 1));
  for (float& coefficient : row) {
    coefficient = static_cast<float>(random.below(2001) - 1000) / 700.0F;
  }
  return row;
}

// Of all combinations of passes.
SeparableKernel rows_of(test::Random& random) {
  SeparableKernel rows;
  for (std::vector<float>* const row : {&rows.x, &rows.y, &rows.z}) {
    if (random.chance(0.7)) *row = row_of(1 + random.below(5), random);
  }
  return rows;
}

FullKernel full_of(test::Random& random) {
  FullKernel full{static_cast<int>(1 + 2 * random.below(4)),
                  static_cast<int>(1 + 2 * random.below(4)),
                  static_cast<int>(1 + 2 * random.below(4)),
                  {}};
  full.coefficients = row_of((full.width * full.height * full.depth - 1) / 2, random);
  return full;
}

// Of rows, full, longer than many sides of the volumes are, or several of different reach.
std::vector<Kernel> kernels_of(test::Random& random) {
  const float scale = 0.25F * static_cast<float>(1 + random.below(8));
  switch (random.below(4)) {
    case 0:
      return {{rows_of(random), {}, scale}};
    case 1:
      return {{{}, full_of(random), scale}};
    case 2:
      return {{{row_of(30, random), row_of(9, random), row_of(9, random)}, {}, scale}};
    default:
      return {{rows_of(random), {}, scale}, {{}, full_of(random), scale}, {rows_of(random), {}, 1}};
  }
}

struct Blocks {
  using CpuTwin = convolution::CpuTwin;
  using GpuTwin = convolution::GpuTwin;
  static constexpr PixelType kPixels = PixelType::kFloat32;

  struct Job : convolution::Job {
    std::shared_ptr<GreyVolume> grey;
    std::shared_ptr<Options> chosen;
  };

  // Of grey values that are large where the picture is foreground.
  static Job job(const BitVolume& in, const BitVolume*, test::Random& random) {
    constexpr std::array kTypes = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};
    constexpr std::array kEdges = {Border::kNearest, Border::kMirror, Border::kWrap, Border::kZero};
    const auto one_of = [&](const auto& choices) {
      return choices[static_cast<std::size_t>(random.below(std::ssize(choices)))];
    };
    const Shape& s = in.shape();
    auto grey =
        std::make_shared<GreyVolume>(test::make_grey(s, one_of(kTypes), [&](std::int64_t i) {
          const bool set =
              test::voxel(in, i % s.width, i / s.width % s.height, i / s.width / s.height);
          return static_cast<double>(random.below(100)) + (set ? 100.5 : 0.0);
        }));
    auto options = std::make_shared<Options>();
    options->kernels = kernels_of(random);
    options->edges = one_of(kEdges);
    return {{*grey, *options, thread_count(2)}, grey, options};
  }

  static Bits bits(const NoNumbers&) { return {}; }

  static std::optional<Bits> counted(const Job&, const GreyVolume&, const BitVolume*) {
    return std::nullopt;  // there is nothing but the image
  }
};

// Reads from how many slices were asked for.
class CountingGrey final : public GreySource {
 public:
  explicit CountingGrey(const GreyVolume& in) : in_(in) {}
  const Shape& shape() const override { return in_.shape(); }
  PixelType type() const override { return in_.type(); }
  std::unique_ptr<GreyReader> open() const override { return std::make_unique<Reader>(*this); }
  std::int64_t pixels() const { return pixels_; }

 private:
  class Reader final : public GreyReader {
   public:
    explicit Reader(const CountingGrey& source) : source_(source), reader_(source.in_.open()) {}
    void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
      source_.pixels_ += count;
      reader_->read(z, first, count, pixels);
    }

   private:
    const CountingGrey& source_;
    std::unique_ptr<GreyReader> reader_;
  };

  const GreyVolume& in_;
  mutable std::int64_t pixels_ = 0;  // on one thread
};

// On the CPU blocks above one another share the slices that both need.
TEST(ConvolutionBlocks, WhatBothOfTwoNeedIsReadOnce) {
  const GreyVolume in = test::random_grey({40, 30, 24}, PixelType::kUint8, 256, 7);
  const auto read = [&](const Index& block) {
    const CountingGrey counted(in);
    Options options;
    options.kernels = {{{{1}, {1}, gaussian_row(1)}, {}, 1}};
    options.backend = "scalar";
    options.threads = 1;
    options.edges = Border::kZero;
    options.block = block;
    test::CollectSlices out(in.shape(), PixelType::kFloat32);
    NoProgress quiet;
    convolve(counted, options, out, quiet);
    return counted.pixels();
  };
  EXPECT_EQ(read({}), 40 * 30 * 24);
  EXPECT_EQ(read({0, 0, 5}), 40 * 30 * 24);
  EXPECT_EQ(read({0, 15, 0}), 40 * 30 * 24);
}

}  // namespace
}  // namespace bitvox::convolution

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Convolution, BlockContract, convolution::Blocks);
}
