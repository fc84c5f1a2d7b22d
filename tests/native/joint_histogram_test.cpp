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
#include "ops/joint_histogram/joint_histogram_sums.hpp"
#include "refusal.hpp"
#ifdef BITVOX_WITH_CUDA
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"
#endif

namespace bitvox::joint_histogram {
namespace {

using test::grey_value;
using test::make_grey;
using test::random_grey;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Histogram measure(const GreyVolume& first, const GreyVolume& second, const VolumeSource* mask,
                  const Counting& options) {
  NoProgress quiet;
  return count(first, second, mask, options, quiet);
}

Counting options_for(const GreyVolume& first, const GreyVolume& second, int first_bins,
                     int second_bins) {
  NoProgress quiet;
  Counting options;
  options.first_bins = first_bins;
  options.second_bins = second_bins;
  options.first_range = full_range(first, 1, quiet);
  options.second_range = full_range(second, 1, quiet);
  return options;
}

bool inside(double v, const BinRange& range) { return v >= range.low && v <= range.high; }

// high itself lies in the last bin, and so does what overflows a double.
int obvious_bin(double v, int bins, const BinRange& range) {
  const double place = std::floor((v - range.low) * bins / (range.high - range.low));
  return static_cast<int>(std::min<double>(place, bins - 1));
}

struct Expected {
  std::vector<std::int64_t> counts;
  std::int64_t outside = 0;
  std::int64_t not_finite = 0;
  std::int64_t used = 0;
  long double sum_a = 0, sum_b = 0;
  long double sum_aa = 0, sum_bb = 0, sum_ab = 0;  // about the means
  long double a_over = 0, b_over = 0;
  std::int64_t pixels_a_over = 0, pixels_b_over = 0;
};

// Voxel by voxel, by the definition.
Expected obvious(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                 const Counting& options) {
  Expected result;
  result.counts.resize(static_cast<std::size_t>(options.first_bins * options.second_bins));
  std::vector<std::pair<double, double>> used;
  const Shape& s = first.shape();
  for (std::int64_t i = 0; i < s.voxel_count(); ++i) {
    if (mask != nullptr &&
        !test::voxel(*mask, i % s.width, i / s.width % s.height, i / s.width / s.height)) {
      continue;
    }
    const double a = grey_value(first, i);
    const double b = grey_value(second, i);
    if (!std::isfinite(a) || !std::isfinite(b)) {
      ++result.not_finite;
    } else if (!inside(a, options.first_range) || !inside(b, options.second_range)) {
      ++result.outside;
    } else {
      const int bin_a = obvious_bin(a, options.first_bins, options.first_range);
      const int bin_b = obvious_bin(b, options.second_bins, options.second_range);
      ++result.counts[static_cast<std::size_t>(bin_b * options.first_bins + bin_a)];
      ++result.used;
      result.sum_a += a;
      result.sum_b += b;
      used.emplace_back(a, b);
      if (b > options.second_threshold) {
        result.a_over += a;
        ++result.pixels_b_over;
      }
      if (a > options.first_threshold) {
        result.b_over += b;
        ++result.pixels_a_over;
      }
    }
  }
  for (const auto& [a, b] : used) {
    const auto n = static_cast<long double>(used.size());
    const long double da = a - result.sum_a / n;
    const long double db = b - result.sum_b / n;
    result.sum_aa += da * da;
    result.sum_bb += db * db;
    result.sum_ab += da * db;
  }
  return result;
}

void expect_near(double value, long double expected) {
  const auto rounded = static_cast<double>(expected);
  EXPECT_NEAR(value, rounded, 1e-12 * std::abs(rounded));
}

void expect_equal(const Histogram& result, const Expected& expected) {
  EXPECT_EQ(result.counts, expected.counts);
  EXPECT_EQ(result.used, expected.used);
  EXPECT_EQ(result.outside, expected.outside);
  EXPECT_EQ(result.not_finite, expected.not_finite);
  expect_near(result.sums.a, expected.sum_a);
  expect_near(result.sums.b, expected.sum_b);
  expect_near(result.sums.aa, expected.sum_aa);
  expect_near(result.sums.bb, expected.sum_bb);
  const double products = result.sums.aa + result.sums.bb;  // these may cancel out
  EXPECT_NEAR(result.sums.ab, static_cast<double>(expected.sum_ab), 1e-12 * products);
  expect_near(result.sums.a_where_b_over, expected.a_over);
  expect_near(result.sums.b_where_a_over, expected.b_over);
  EXPECT_EQ(result.sums.a_over, expected.pixels_a_over);
  EXPECT_EQ(result.sums.b_over, expected.pixels_b_over);
}

void expect_same_bits(const Histogram& result, const Histogram& other) {
  EXPECT_EQ(result.counts, other.counts);
  EXPECT_EQ(result.outside, other.outside);
  EXPECT_EQ(result.not_finite, other.not_finite);
  EXPECT_EQ(result.sums.a, other.sums.a);
  EXPECT_EQ(result.sums.b, other.sums.b);
  EXPECT_EQ(result.sums.aa, other.sums.aa);
  EXPECT_EQ(result.sums.bb, other.sums.bb);
  EXPECT_EQ(result.sums.ab, other.sums.ab);
  EXPECT_EQ(result.sums.a_where_b_over, other.sums.a_where_b_over);
  EXPECT_EQ(result.sums.b_where_a_over, other.sums.b_where_a_over);
}

// Against the obvious loop, and bit for bit with every backend and several numbers of threads.
void check_everywhere(const GreyVolume& first, const GreyVolume& second, const BitVolume* mask,
                      Counting options) {
  options.backend = "scalar";
  options.threads = 1;
  const Histogram reference = measure(first, second, mask, options);
  expect_equal(reference, obvious(first, second, mask, options));
  for (const std::string& backend : test::available_backends()) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(backend + " with threads " + std::to_string(threads));
      options.backend = backend;
      options.threads = threads;
      const Histogram result = measure(first, second, mask, options);
      EXPECT_EQ(result.run.backend, backend);
      expect_same_bits(result, reference);
    }
  }
}

constexpr PixelType kTypes[] = {PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32};

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

TEST(JointHistogram, StatisticsByTheDefinitions) {
  const Shape shape{50, 40, 3};
  const GreyVolume first = random_grey(shape, PixelType::kUint8, 20, 10);
  const GreyVolume second = make_grey(shape, PixelType::kUint16, [&](std::int64_t i) {
    return 3 * grey_value(first, i) + static_cast<double>(i % 7);
  });
  Counting options = options_for(first, second, 20, 30);
  options.first_range = {0, 20};
  options.second_range = {0, 64};
  options.first_threshold = 5;
  options.second_threshold = 20;
  const Histogram result = measure(first, second, nullptr, options);
  const Expected e = obvious(first, second, nullptr, options);

  const auto n = static_cast<double>(e.used);
  double joint = 0, entropy_a = 0, entropy_b = 0;
  for (int b = 0; b < 30; ++b) {
    double row = 0;
    for (int a = 0; a < 20; ++a) {
      const double p = static_cast<double>(e.counts[static_cast<std::size_t>(b * 20 + a)]) / n;
      row += p;
      if (p > 0) joint -= p * std::log2(p);
    }
    if (row > 0) entropy_b -= row * std::log2(row);
  }
  for (int a = 0; a < 20; ++a) {
    double column = 0;
    for (int b = 0; b < 30; ++b) {
      column += static_cast<double>(e.counts[static_cast<std::size_t>(b * 20 + a)]) / n;
    }
    if (column > 0) entropy_a -= column * std::log2(column);
  }
  double covariance = 0, variance_a = 0, variance_b = 0;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const double a = grey_value(first, i) - static_cast<double>(e.sum_a) / n;
    const double b = grey_value(second, i) - static_cast<double>(e.sum_b) / n;
    covariance += a * b;
    variance_a += a * a;
    variance_b += b * b;
  }
  const Statistics s = statistics(result);
  EXPECT_NEAR(s.first_entropy, entropy_a, 1e-12);
  EXPECT_NEAR(s.second_entropy, entropy_b, 1e-12);
  EXPECT_NEAR(s.joint_entropy, joint, 1e-12);
  EXPECT_NEAR(s.mutual_information, entropy_a + entropy_b - joint, 1e-12);
  EXPECT_NEAR(s.normalised_sum, (entropy_a + entropy_b) / joint, 1e-12);
  EXPECT_NEAR(s.normalised_mean, 2 * (entropy_a + entropy_b - joint) / (entropy_a + entropy_b),
              1e-12);
  EXPECT_NEAR(s.pearson, covariance / std::sqrt(variance_a * variance_b), 1e-12);
  EXPECT_NEAR(s.manders_first, static_cast<double>(e.a_over / e.sum_a), 1e-12);
  EXPECT_NEAR(s.manders_second, static_cast<double>(e.b_over / e.sum_b), 1e-12);
}

// Values that vary by little about a large one, in a volume with others that are not used.
TEST(JointHistogram, CorrelationOfSmallDifferencesOfLargeValues) {
  const Shape shape{300, 260, 3};  // two blocks a slice
  const BitVolume mask = test::random_volume(shape, 0.6, 21);
  const auto at = [&](std::int64_t i, double value) {
    return test::voxel(mask, i % shape.width, i / shape.width % shape.height,
                       i / shape.width / shape.height)
               ? value
               : 0;
  };
  const auto ramp = [](std::int64_t i) { return static_cast<double>(2 * (i % 50)); };
  const auto step = [](std::int64_t i) { return static_cast<double>(2 * (i % 50 + i % 7)); };
  const auto volume = [&](PixelType type, double base, const auto& rule) {
    return make_grey(shape, type, [&](std::int64_t i) { return at(i, base + rule(i)); });
  };
  const GreyVolume plain_first = volume(PixelType::kUint8, 0, ramp);
  const GreyVolume plain_second = volume(PixelType::kUint8, 0, step);
  const double expected = statistics(measure(plain_first, plain_second, &mask,
                                             options_for(plain_first, plain_second, 9, 9)))
                              .pearson;
  EXPECT_GT(expected, 0.9);
  EXPECT_LT(expected, 0.999);
  for (const PixelType first_type : {PixelType::kUint16, PixelType::kFloat32}) {
    for (const double base : {60000.0, 1e6, 3e7}) {
      if (first_type == PixelType::kUint16 && base > 65535) continue;
      SCOPED_TRACE(base);
      const GreyVolume first = volume(first_type, base, ramp);
      const GreyVolume second = volume(PixelType::kFloat32, -base, step);
      const Counting options = options_for(first, second, 9, 9);
      check_everywhere(first, second, &mask, options);
      EXPECT_NEAR(statistics(measure(first, second, &mask, options)).pearson, expected, 1e-12);
    }
  }
}

TEST(JointHistogram, IntegersGiveTheSameBitsInEveryOrderOfSlices) {
  const Shape shape{300, 260, 4};
  const auto turned = [&](const GreyVolume& volume) {
    return make_grey(shape, volume.type(), [&](std::int64_t i) {
      const std::int64_t slice = shape.width * shape.height;
      return grey_value(volume, (3 - i / slice) * slice + i % slice);
    });
  };
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 65536, 31);
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 256, 32);
  for (const int bins : {64, 256}) {
    const Counting options = options_for(first, second, bins, bins);
    expect_same_bits(measure(turned(first), turned(second), nullptr, options),
                     measure(first, second, nullptr, options));
  }
}

TEST(JointHistogram, SumsOfIntegersAreExactBeyond64Bits) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 36;
  ExactSums sums;
  sums.add_pairs(kHalf, {65535, true}, {65534, true});
  sums.add_pairs(kHalf, {65534, false}, {65535, true});
  const PairSums totals = sums.totals();
  // Each is half away from the mean.
  EXPECT_EQ(totals.aa, 0x1p35);
  EXPECT_EQ(totals.bb, 0x1p35);
  EXPECT_EQ(totals.ab, -0x1p35);
  EXPECT_EQ(totals.a, 0x1p36 * 131069);
  EXPECT_EQ(totals.b_where_a_over, 0x1p36 * 65534);
  EXPECT_EQ(totals.a_over, kHalf);
  EXPECT_EQ(totals.b_over, 2 * kHalf);
}

// Signed pixels are stored with 32768 added; 8 bits in steps of a half.
TEST(JointHistogram, MandersCoefficientsAreOfShownValues) {
  const Shape shape{61, 13, 3};
  const GreyVolume first = random_grey(shape, PixelType::kUint16, 300, 41);
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 200, 42);
  const GreyVolume stored = make_grey(shape, PixelType::kUint16, [&](std::int64_t i) {
    return grey_value(first, i) + 32768;  // 0 .. 299
  });
  Counting options = options_for(stored, second, 256, 256);
  options.first_shown = {-32768, 1};
  options.second_shown = {3, 0.5};
  options.first_threshold = 32768 + 40;
  options.second_threshold = (60.25 - 3) / 0.5;
  double a_sum = 0, b_sum = 0, a_over = 0, b_over = 0;
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const double a = grey_value(first, i);
    const double b = 3 + 0.5 * grey_value(second, i);
    a_sum += a;
    b_sum += b;
    if (b > 60.25) a_over += a;
    if (a > 40) b_over += b;
  }
  for (const std::string& backend : test::available_backends()) {
    options.backend = backend;
    const Statistics s = statistics(measure(stored, second, nullptr, options));
    EXPECT_DOUBLE_EQ(s.manders_first, a_over / a_sum);
    EXPECT_DOUBLE_EQ(s.manders_second, b_over / b_sum);
    Counting below = options;
    below.first_shown = {-32768.5, 1};  // -0.5 to 298.5
    const Statistics undefined = statistics(measure(stored, second, nullptr, below));
    EXPECT_TRUE(std::isnan(undefined.manders_first));
    EXPECT_DOUBLE_EQ(undefined.manders_second, b_over / b_sum);
  }
}

// Only used values count, and a bin that 0 is in says nothing.
TEST(JointHistogram, MandersCoefficientsOfValuesBelowZeroAreUndefined) {
  const Shape shape{70, 11, 4};
  const GreyVolume second = random_grey(shape, PixelType::kUint8, 200, 43);
  for (const double least : {-50.0, -0.001, 0.0, 0.5}) {
    const GreyVolume first = make_grey(shape, PixelType::kFloat32, [&](std::int64_t i) {
      return i == 900 ? least : i == 2000 ? -70.0 : static_cast<double>(1 + i % 90);
    });
    Counting options = options_for(first, second, 16, 256);
    options.first_range = {-60, 100};  // 0 lies within a bin, -70 outside
    options.first_range.low -= 3;
    const Statistics s = statistics(measure(first, second, nullptr, options));
    EXPECT_EQ(std::isnan(s.manders_first), least < 0) << least;
    EXPECT_FALSE(std::isnan(s.manders_second)) << least;
    BitVolume mask(shape);
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      if (i != 900) {
        test::set_voxel(mask, i % shape.width, i / shape.width % shape.height,
                        i / shape.width / shape.height);
      }
    }
    EXPECT_FALSE(std::isnan(statistics(measure(first, second, &mask, options)).manders_first));
  }
}

TEST(JointHistogram, ClosedFormStatistics) {
  // The values 0 to 15 equally often: an image knows itself wholly, and nothing of another axis.
  const Shape shape{16, 16, 4};
  const GreyVolume x = make_grey(shape, PixelType::kUint8, [](std::int64_t i) { return i % 16; });
  const GreyVolume y =
      make_grey(shape, PixelType::kUint8, [](std::int64_t i) { return i / 16 % 16; });
  const Statistics self = statistics(measure(x, x, nullptr, options_for(x, x, 256, 256)));
  EXPECT_DOUBLE_EQ(self.first_entropy, 4);
  EXPECT_DOUBLE_EQ(self.mutual_information, 4);
  EXPECT_DOUBLE_EQ(self.normalised_sum, 2);
  EXPECT_DOUBLE_EQ(self.normalised_mean, 1);
  EXPECT_DOUBLE_EQ(self.pearson, 1);
  EXPECT_DOUBLE_EQ(self.manders_first, 1);
  const Statistics other = statistics(measure(x, y, nullptr, options_for(x, y, 256, 256)));
  EXPECT_DOUBLE_EQ(other.joint_entropy, 8);
  EXPECT_DOUBLE_EQ(other.mutual_information, 0);
  EXPECT_DOUBLE_EQ(other.pearson, 0);
}

TEST(JointHistogram, UndefinedStatisticsAreNan) {
  for (const PixelType type : kTypes) {
    const GreyVolume flat = make_grey({30, 30, 3}, type, [](auto) { return 7.1; });
    const GreyVolume noise = random_grey({30, 30, 3}, type, 100, 11);
    const Statistics s =
        statistics(measure(flat, noise, nullptr, options_for(flat, noise, 16, 16)));
    EXPECT_EQ(s.first_entropy, 0);
    EXPECT_TRUE(std::isnan(s.pearson));
    const Statistics both =
        statistics(measure(flat, flat, nullptr, options_for(flat, flat, 16, 16)));
    EXPECT_TRUE(std::isnan(both.normalised_sum));
    EXPECT_TRUE(std::isnan(both.normalised_mean));
  }
  const GreyVolume black({30, 30, 3}, PixelType::kUint8);
  const BitVolume nothing({30, 30, 3});
  const Histogram empty = measure(black, black, &nothing, options_for(black, black, 256, 256));
  EXPECT_EQ(empty.used, 0);
  EXPECT_TRUE(std::isnan(statistics(empty).joint_entropy));
  const Statistics dark =
      statistics(measure(black, black, nullptr, options_for(black, black, 256, 256)));
  EXPECT_TRUE(std::isnan(dark.manders_first));
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
