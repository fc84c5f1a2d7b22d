// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <thread>

#include "core/volumes/bit_volume.hpp"
#include "grey_test_volumes.hpp"
#include "joint_histogram_reference.hpp"
#include "refusal.hpp"
#ifdef BITVOX_WITH_CUDA
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"
#endif

namespace bitvox::joint_histogram {
namespace {

using reference::check_everywhere;
using reference::expect_same_bits;
using reference::inside;
using reference::kTypes;
using reference::measure;
using reference::options_for;
using test::make_grey;
using test::random_grey;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(JointHistogram, AgreesWithTheObviousLoopForAllTypesAndWidths) {
  for (const std::int64_t width : {1, 63, 64, 65, 127, 128, 129}) {
    const Shape shape{width, 7, 5};
    const BitVolume mask = test::random_volume(shape, 0.4, 5);
    for (const PixelType first_type : kTypes) {
      for (const PixelType second_type : kTypes) {
        const GreyVolume first = random_grey(shape, first_type, 250, 1);
        const GreyVolume second = random_grey(shape, second_type, 300, 2);
        Counting options = options_for(first, second, 256, 100);
        options.first_threshold = 100;
        options.second_threshold = 99.5;
        check_everywhere(first, second, nullptr, options);
        check_everywhere(first, second, &mask, options);
      }
    }
  }
}

TEST(JointHistogram, AgreesWhereASliceHasSeveralBlocks) {
  const Shape shape{419, 331, 3};  // 138689 pixels a slice
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 65536, 3);
  const GreyVolume second = random_grey(shape, PixelType::kFloat32, 1000, 4);
  const BitVolume mask = test::random_volume(shape, 0.9, 5);
  check_everywhere(first, second, &mask, options_for(first, second, 256, 256));
}

TEST(JointHistogram, CountsEveryNumberOfBins) {
  const Shape shape{70, 60, 11};
  const GreyVolume first = random_grey(shape, PixelType::kUint8, 256, 6);
  const GreyVolume second = random_grey(shape, PixelType::kUint16, 65536, 7);
  for (const auto& [a, b] :
       {std::pair{2, 2}, {2, 4096}, {3, 5}, {64, 31}, {255, 257}, {341, 340}}) {
    SCOPED_TRACE(std::to_string(a) + " x " + std::to_string(b));
    check_everywhere(first, second, nullptr, options_for(first, second, a, b));
  }
}

void expect_large_counts(const Shape& shape) {
  for (const int kind : {0, 1, 2}) {  // constant; two values in turn; long runs
    SCOPED_TRACE(kind);
    const auto rule = [&](std::int64_t i) {
      return kind == 0 ? 7 : kind == 1 ? 6 + i % 2 : 6 + i / 100000 % 2;
    };
    const GreyVolume first = make_grey(shape, PixelType::kUint8, rule);
    const GreyVolume second = make_grey(shape, PixelType::kUint8, [](std::int64_t) { return 201; });
    check_everywhere(first, second, nullptr, options_for(first, second, 256, 256));
    check_everywhere(first, second, nullptr, options_for(first, second, 2, 2));
  }
}

TEST(JointHistogram, CountsMoreThan16BitsInOnePlace) { expect_large_counts({1031, 1021, 1}); }

// In every block of a GPU.
// Larger than what a cache holds.
TEST(JointHistogramSlow, CountsTheLargestNumberOfBins) {
  const Shape shape{70, 60, 11};
  const GreyVolume first = random_grey(shape, PixelType::kUint8, 256, 6);
  const GreyVolume second = random_grey(shape, PixelType::kUint16, 65536, 7);
  check_everywhere(first, second, nullptr, options_for(first, second, 4096, 4096));
}

TEST(JointHistogramSlow, CountsMoreThan16BitsInOnePlace) { expect_large_counts({1031, 1021, 5}); }

TEST(JointHistogram, ReportsWhatItDoesNotCount) {
  const Shape shape{40, 30, 4};
  GreyVolume first = random_grey(shape, PixelType::kFloat32, 100, 8);
  GreyVolume second = random_grey(shape, PixelType::kFloat32, 100, 9);
  first.data<float>()[17] = std::numeric_limits<float>::quiet_NaN();
  first.data<float>()[18] = std::numeric_limits<float>::infinity();
  second.data<float>()[18] = std::numeric_limits<float>::quiet_NaN();
  second.data<float>()[4000] = -std::numeric_limits<float>::infinity();
  Counting options = options_for(first, second, 13, 17);
  options.first_range = {10, 60.37};
  options.second_range = {20, 80};
  check_everywhere(first, second, nullptr, options);
  const Histogram result = measure(first, second, nullptr, options);
  EXPECT_EQ(result.not_finite, 3);
  EXPECT_GT(result.outside, 0);
}

TEST(JointHistogram, PutsTheEndOfTheRangeIntoTheLastBin) {
  const GreyVolume first =
      make_grey({5, 1, 1}, PixelType::kUint8, [](std::int64_t i) { return 10 * i; });
  Counting options = options_for(first, first, 2, 4);
  options.first_range = {10, 30};
  options.second_range = {10, 30};
  const Histogram result = measure(first, first, nullptr, options);
  // 10 in bins (0, 0), 20 in (1, 2), 30 in (1, 3); 0 and 40 are outside.
  EXPECT_EQ(result.counts, (std::vector<std::int64_t>{1, 0, 0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(result.outside, 2);
}

// Where the arithmetic of the definition leaves the range of doubles, or of integers: above the
// last bin is the last bin, and what is in no range has no bin.
TEST(JointHistogram, CountsAtTheEdgesOfNumbers) {
  constexpr float kHuge = std::numeric_limits<float>::max();
  constexpr float kTiny = std::numeric_limits<float>::denorm_min();
  const std::vector<float> values = {0,
                                     1,
                                     -1,
                                     kTiny,
                                     -kTiny,
                                     1e10F,
                                     -1e10F,
                                     kHuge,
                                     -kHuge,
                                     static_cast<float>(kNan),
                                     0.25F,
                                     0.999F,
                                     255.F,
                                     65535.F,
                                     3e9F,
                                     -3e9F,
                                     static_cast<float>(kInfinity),
                                     static_cast<float>(-kInfinity)};
  const Shape shape{static_cast<std::int64_t>(values.size()), 1, 1};
  const auto value = [&](std::int64_t x) { return values[static_cast<std::size_t>(x)]; };
  GreyVolume floats(shape, PixelType::kFloat32);
  std::copy(values.begin(), values.end(), floats.data<float>());
  const GreyVolume bytes = random_grey(shape, PixelType::kUint8, 256, 3);
  for (const BinRange& range :
       {BinRange{-1e308, 7e307}, BinRange{0, 5e-324}, BinRange{0, 1e-310}, BinRange{0, 1e-12},
        BinRange{-3.5e38, 3.5e38}, BinRange{-1e-300, 1}, BinRange{64, 64.0000001},
        BinRange{0.25, 0.999}, BinRange{64.00000001, 64.0000001}}) {
    SCOPED_TRACE(testing::Message() << range.low << " to " << range.high);
    Counting options;
    options.first_bins = 256;
    options.second_bins = 4096;
    options.first_range = range;
    options.second_range = range;
    std::vector<std::int64_t> expected(256);
    std::int64_t outside = 0;
    for (std::int64_t x = 0; x < shape.width; ++x) {
      const double v = value(x);
      if (!std::isfinite(v)) continue;
      if (!inside(v, range)) {
        ++outside;
        continue;
      }
      const double place = (v - range.low) * 256 / (range.high - range.low);
      ++expected[place < 255 ? static_cast<std::size_t>(place) : 255];
    }
    for (const std::string& backend : test::available_backends()) {
      SCOPED_TRACE(backend);
      options.backend = backend;
      const Histogram result = measure(floats, floats, nullptr, options);
      std::vector<std::int64_t> got(256);
      for (std::size_t i = 0; i < result.counts.size(); ++i) got[i % 256] += result.counts[i];
      EXPECT_EQ(got, expected);
      EXPECT_EQ(result.outside, outside);
      EXPECT_EQ(result.not_finite, 3);
    }
    check_everywhere(bytes, bytes, nullptr, options);
  }
}

TEST(JointHistogram, OfEverySliceIsThatOfTheSliceAlone) {
  for (const PixelType type : {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32}) {
    const Shape shape{300, 260, 7};  // two blocks a slice
    const GreyVolume first = random_grey(shape, type, 200, 5);
    const GreyVolume second = random_grey(shape, PixelType::kUint8, 256, 6);
    const BitVolume mask = test::random_volume(shape, 0.7, 7);
    Counting options = options_for(first, second, 61, 256);
    for (const std::string& backend : test::available_backends()) {
      for (const int threads : {1, 2, 5}) {
        SCOPED_TRACE(testing::Message() << backend << ", " << threads << " threads");
        options.backend = backend;
        options.threads = threads;
        NoProgress quiet;
        const std::vector<Histogram> all = count_slices(first, second, &mask, options, quiet);
        ASSERT_EQ(all.size(), 7U);
        for (std::int64_t z = 0; z < shape.depth; ++z) {
          BitVolume slice_mask({shape.width, shape.height, 1});
          std::copy_n(mask.slice(z), shape.words_per_slice(), slice_mask.words());
          const Histogram alone =
              measure(test::slice_of(first, z), test::slice_of(second, z), &slice_mask, options);
          expect_same_bits(all[static_cast<std::size_t>(z)], alone);
          EXPECT_EQ(all[static_cast<std::size_t>(z)].used, alone.used);
          EXPECT_EQ(all[static_cast<std::size_t>(z)].run.backend, backend);
        }
      }
    }
  }
}

// Zeros, of which the first 100 blocks are read at once and the others when the user has stopped.
class WaitingSource final : public GreySource {
 public:
  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return PixelType::kUint8; }
  std::unique_ptr<GreyReader> open() const override { return std::make_unique<Reader>(*this); }

  mutable std::atomic<std::int64_t> pixels_read{0};
  std::atomic<bool> stopped{false};

 private:
  class Reader final : public GreyReader {
   public:
    explicit Reader(const WaitingSource& from) : from_(from) {}
    void read(std::int64_t, std::int64_t, std::int64_t count, void* pixels) override {
      from_.pixels_read += count;
      while (from_.pixels_read > 100 * 65536 && !from_.stopped) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      std::memset(pixels, 0, static_cast<std::size_t>(count));
    }

   private:
    const WaitingSource& from_;
  };

  Shape shape_{4096, 4096, 2};  // 256 blocks a slice
};

TEST(JointHistogram, OfEverySliceStopsInsideASlice) {
  class StopAtOnce final : public Progress {
   public:
    explicit StopAtOnce(WaitingSource& source) : source_(source) {}
    void report(std::int64_t done, std::int64_t) override {
      if (done > 0) {
        source_.stopped = true;
        throw Cancelled();
      }
    }

   private:
    WaitingSource& source_;
  };
  const GreyVolume zeros({4096, 4096, 2}, PixelType::kUint8);
  Counting options;
  options.first_range = options.second_range = {0, 256};
  options.threads = 2;
  for (const std::string& backend : test::available_backends()) {
    SCOPED_TRACE(backend);
    options.backend = backend;
    WaitingSource source;
    StopAtOnce progress(source);
    EXPECT_THROW(count_slices(source, zeros, nullptr, options, progress), Cancelled);
    EXPECT_LT(source.pixels_read, zeros.slice_pixels());
  }
}

TEST(JointHistogram, FullRange) {
  NoProgress quiet;
  const auto range_of = [&](const GreyVolume& volume) { return full_range(volume, 2, quiet); };
  EXPECT_EQ(range_of(GreyVolume({3, 3, 3}, PixelType::kUint8)).high, 256);
  EXPECT_EQ(range_of(GreyVolume({3, 3, 3}, PixelType::kUint16)).high, 65536);
  GreyVolume floats = make_grey({300, 300, 2}, PixelType::kFloat32,
                                [](std::int64_t i) { return 5 - static_cast<double>(i); });
  floats.data<float>()[0] = std::numeric_limits<float>::infinity();
  floats.data<float>()[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(range_of(floats).low, 5 - 179999);
  EXPECT_EQ(range_of(floats).high, 3);
  const GreyVolume flat =
      make_grey({9, 9, 9}, PixelType::kFloat32, [](std::int64_t) { return 3e30; });
  EXPECT_LT(range_of(flat).low, range_of(flat).high);
  const GreyVolume none = make_grey({9, 9, 9}, PixelType::kFloat32, [](auto) { return kNan; });
  EXPECT_THROW(range_of(none), InvalidInput);
}

std::string message_of(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                       const Counting& options) {
  return test::refusal([&] { measure(first, second, mask, options); });
}

TEST(JointHistogram, RefusesWrongInput) {
  const GreyVolume small({3, 4, 5}, PixelType::kUint8);
  const GreyVolume large({3, 4, 6}, PixelType::kUint8);
  const BitVolume mask({4, 4, 5});
  Counting options = options_for(small, small, 256, 256);
  EXPECT_EQ(message_of(small, large, nullptr, options),
            "the second image must be as large as the input: 3 x 4 x 6 voxels are not 3 x 4 x 5");
  EXPECT_EQ(message_of(small, small, &mask, options),
            "the mask must be as large as the input: 4 x 4 x 5 voxels are not 3 x 4 x 5");
  options.first_bins = 1;
  EXPECT_EQ(message_of(small, small, nullptr, options), "bins=1 is not allowed; use 2 to 4096");
  options.first_bins = 2;
  options.second_bins = 4097;
  EXPECT_EQ(message_of(small, small, nullptr, options), "bins=4097 is not allowed; use 2 to 4096");
  options.second_bins = 2;
  for (const ShownLine line : {ShownLine{0, 0}, {0, -1}, {0, kNan}, {0, kInfinity}, {kNan, 1}}) {
    options.second_shown = line;
    EXPECT_EQ(message_of(small, small, nullptr, options),
              "shown values must rise with the raw ones, by a finite slope and offset");
  }
  options.second_shown = {};
  for (const BinRange range : {BinRange{5, 5}, {6, 5}, {0, kInfinity}, {kNan, 5}}) {
    options.second_range = range;
    EXPECT_EQ(message_of(small, small, nullptr, options),
              "a range must begin below its end, at finite values");
  }
}

#ifdef BITVOX_WITH_CUDA
// More pixels in one launch than 16-bit counts can hold on any GPU, in tables of both kinds. The
// patterns repeat after 4096 pixels, so the counts are known.
TEST(JointHistogramCuda, CountsWithoutOverflow) {
  if (!backends().front().available) {
    GTEST_SKIP() << backends().front().detail;
  }
  using namespace cuda;
  constexpr std::int64_t kPeriod = 4096;
  constexpr std::int64_t kCount = std::int64_t{1} << 28;
  const auto a = allocate<std::uint8_t>(kCount);
  const auto b = allocate<std::uint8_t>(kCount);
  const Stream stream;
  for (const int kind : {0, 1, 2, 3}) {
    std::vector<std::uint8_t> pattern(kPeriod);
    test::Random random(13);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      // Constant; both halves of a word in turn; the same, unevenly; mostly the high half.
      const int values[] = {64, static_cast<int>(64 + i % 2), random.chance(0.3) ? 64 : 65,
                            i % 64 == 9 ? 64 : 65};
      pattern[i] = static_cast<std::uint8_t>(values[kind]);
    }
    std::vector<std::uint8_t> repeated;
    for (int i = 0; i < 1024; ++i) {
      repeated.insert(repeated.end(), pattern.begin(), pattern.end());
    }
    const auto bytes = static_cast<std::int64_t>(repeated.size());
    for (std::int64_t at = 0; at < kCount; at += bytes) {
      copy(a.get() + at, repeated.data(), bytes, stream);
    }
    fill(b.get(), 3, kCount, stream);
    for (const int bins : {128, 256, 400}) {
      for (const auto tables : {PairCounter::Tables::kAutomatic, PairCounter::Tables::kGlobal}) {
        const DeviceBinning binning{PixelType::kUint8, bins, nullptr, 0, 0};
        const PairCounter counter(binning, binning, tables);
        const std::int64_t size = std::int64_t{bins} * bins + 2;
        const auto counts = allocate<unsigned long long>(size);
        const auto scratch = allocate<std::uint32_t>(counter.scratch_words() + 1);
        const Drain drain(stream);
        clear(counts.get(), size, stream);
        counter.launch({a.get(), b.get(), nullptr, kCount}, {counts.get(), counts.get() + size - 2},
                       scratch.get(), stream);
        std::vector<unsigned long long> result(static_cast<std::size_t>(size));
        read_back(result.data(), counts.get(), size, stream);
        std::vector<unsigned long long> expected(result.size());
        for (const std::uint8_t value : pattern) {
          expected[static_cast<std::size_t>(3 * bins + value)] += kCount / kPeriod;
        }
        EXPECT_EQ(result, expected) << "kind " << kind << ", bins " << bins;
      }
    }
  }
}
#endif

}  // namespace
}  // namespace bitvox::joint_histogram
