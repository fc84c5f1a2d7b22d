// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "test_volumes.hpp"

// The inner loops of the CPU alone: pieces of rows, and the search along lines.
namespace bitvox::distance_map {
namespace {

class DistanceMapLinesTest : public testing::TestWithParam<std::string> {};

template <class T>
const RowsOf<T>& kernels_of(const std::string& backend) {
  return rows_of<T>(rows_for<Rows>(choose_backend(backend).instructions.value()));
}

// Any piece of a row is what the obvious loop has there, wherever runs begin and end.
template <class T>
void expect_pieces_of_rows(const std::string& backend, double density) {
  const std::int64_t width = 300;
  const BitVolume volume = test::random_volume({width, 1, 1}, density, 9);
  const RowWeights<T> weights(Metric::kEuclidean, 1, width);
  for (const Phase phase : {Phase::kForeground, Phase::kBackground})
    for (const Edges edges : {Edges::kClipped, Edges::kBackground}) {
      std::vector<T> expected;
      for (std::int64_t x = 0; x < width; ++x) {
        double least = static_cast<double>(kInfinite<T>);
        for (std::int64_t other = -1; other <= width; ++other) {
          const bool inside = other >= 0 && other < width;
          const bool background =
              inside ? test::voxel(volume, other, 0, 0) != (phase == Phase::kForeground)
                     : edges == Edges::kBackground;
          const auto away = static_cast<double>(other - x);
          if (background) least = std::min(least, away * away);
        }
        expected.push_back(static_cast<T>(least));
      }
      const std::uint64_t invert = phase == Phase::kForeground ? 0 : ~std::uint64_t{0};
      for (const std::int64_t count : {1, 5, 32, 63, 64, 65, 128, 300})
        for (std::int64_t first = 0; first + count <= width; first += 1 + count / 3) {
          std::vector<T> piece(static_cast<std::size_t>(count + kLines<T>));
          kernels_of<T>(backend).fill_row(
              weights.row(volume.words(), invert, edges, first, first + count, piece.data()));
          EXPECT_TRUE(std::equal(piece.begin(), piece.begin() + count, expected.begin() + first))
              << count << " from " << first << " on, density " << density;
        }
    }
}

TEST_P(DistanceMapLinesTest, PiecesOfRows) {
  if (GetParam() == "cuda") GTEST_SKIP() << "has other inner loops";
  for (const double density : {0.0, 0.3, 0.9, 0.99, 1.0}) {
    expect_pieces_of_rows<std::uint16_t>(GetParam(), density);
    expect_pieces_of_rows<std::uint32_t>(GetParam(), density);
    expect_pieces_of_rows<double>(GetParam(), density);
  }
}

int never(const void*) { return 0; }

// The search and the pass against every pair of places.
template <class T>
void expect_lines(const std::string& backend, Metric metric, double step, std::int64_t length,
                  const std::vector<T>& from, std::int64_t columns) {
  const Weights<T> weights(metric, step, length);
  const std::int64_t stride = kLines<T>;
  const AlignedArray<T> scratch = aligned_array<T>(line_scratch_bytes(length, kLineBytes) /
                                                   static_cast<std::int64_t>(sizeof(T)));
  for (const int outside : {0, 1})
    for (const bool by_pass : {false, true}) {
      std::vector<T> to(from.size());
      for (std::int64_t i = 0; i < length; ++i) {
        std::copy_n(from.data() + i * columns, columns,
                    first_place(scratch.get(), stride) + i * stride);
      }
      const Lines<T> lines{scratch.get(),  stride,          columns, length, to.data(), columns,
                           weights.data(), cost_of(metric), outside, &never, nullptr};
      const RowsOf<T>& kernels = kernels_of<T>(backend);
      const T most = by_pass ? kernels.nearest_by_pass(lines) : kernels.nearest(lines);
      std::size_t wrong = 0;
      T largest{0};
      for (std::int64_t c = 0; c < columns; ++c)
        for (std::int64_t i = 0; i < length; ++i) {
          T least = outside != 0 ? weights.data()[std::min(i + 1, length - i)] : kInfinite<T>;
          for (std::int64_t j = 0; j < length; ++j) {
            const T value = from[static_cast<std::size_t>(j * columns + c)];
            const T weight = weights.data()[std::abs(i - j)];
            if (value >= kInfinite<T> || weight >= kInfinite<T>) continue;
            const auto cost = metric == Metric::kChessboard
                                  ? static_cast<double>(std::max(value, weight))
                                  : static_cast<double>(value) + static_cast<double>(weight);
            if (cost < static_cast<double>(least)) least = static_cast<T>(cost);
          }
          wrong += to[static_cast<std::size_t>(i * columns + c)] != least;
          largest = std::max(largest, least);
        }
      EXPECT_EQ(wrong, 0U) << "by_pass " << by_pass << ", metric " << static_cast<int>(metric)
                           << ", step " << step << ", length " << length;
      EXPECT_EQ(most, largest);
    }
}

// Lines of values that leave much to look at: slopes, parabolas that nearly touch in one point,
// noise, and places without a value. (Where voxels are cubes, values are whole numbers.)
template <class T>
void expect_lines_of_every_kind(const std::string& backend, Metric metric, double step) {
  test::Random random(static_cast<std::uint64_t>(step * 1000) + sizeof(T));
  for (const std::int64_t length : {1, 2, 3, 64, 700}) {
    const std::int64_t columns = 6;
    std::vector<T> from(static_cast<std::size_t>(length * columns));
    for (std::int64_t i = 0; i < length; ++i)
      for (std::int64_t c = 0; c < columns; ++c) {
        const double k = static_cast<double>(i) * step;
        const double far = static_cast<double>(length - i) * step;
        const double noise = static_cast<double>(random.below(1000)) * step * step;
        const double value = c == 0   ? noise
                             : c == 1 ? k * step * 40
                             : c == 2 ? k * k
                             : c == 3 ? std::floor(far * far / 3)
                             : c == 4 ? far * step * 90 + noise
                                      : 1e4 * step * step;
        const bool none = random.below(8) == 0 || (c == 5 && i % 97 != 5);
        from[static_cast<std::size_t>(i * columns + c)] =
            none || value >= static_cast<double>(kInfinite<T>) ? kInfinite<T>
                                                               : static_cast<T>(value);
      }
    expect_lines(backend, metric, step, length, from, columns);
  }
}

TEST_P(DistanceMapLinesTest, LinesOfEveryKind) {
  if (GetParam() == "cuda") GTEST_SKIP() << "has other inner loops";
  for (const Metric metric : {Metric::kEuclidean, Metric::kCityBlock, Metric::kChessboard}) {
    expect_lines_of_every_kind<std::uint16_t>(GetParam(), metric, 1);
    expect_lines_of_every_kind<std::uint32_t>(GetParam(), metric, 1);
    expect_lines_of_every_kind<double>(GetParam(), metric, 1);
  }
  for (const double step : {0.1, 0.7, 1.3, 1e-9, 3e7}) {
    expect_lines_of_every_kind<double>(GetParam(), Metric::kEuclidean, step);
  }
}

// Sums of 16 bits are not limited where no value is so large that they could pass 65535: on either
// side of that, with few places from which others are better.
TEST_P(DistanceMapLinesTest, LinesAtTheLimitOf16Bits) {
  if (GetParam() == "cuda") GTEST_SKIP() << "has other inner loops";
  test::Random random(16);
  for (const Metric metric : {Metric::kEuclidean, Metric::kCityBlock})
    for (const std::int64_t length : {1, 2, 3, 4, 5, 31, 33, 66, 131, 400}) {
      const std::int64_t safe =
          kInfinite<std::uint16_t> - Weights<std::uint16_t>(metric, 1, length).data()[kNear];
      for (const std::int64_t most : {std::int64_t{3000}, safe, safe + 1, std::int64_t{65534}}) {
        const std::int64_t columns = 7;
        std::vector<std::uint16_t> from(static_cast<std::size_t>(length * columns));
        for (auto& value : from) {
          const std::int64_t below = random.below(3) == 0 ? 0 : random.below(2500);
          value = static_cast<std::uint16_t>(random.below(60) == 0 ? 0 : most - below);
        }
        from.front() = static_cast<std::uint16_t>(most);
        expect_lines(GetParam(), metric, 1, length, from, columns);
      }
    }
}

int count_and_stop(const void* asked) {
  int* const count = static_cast<int*>(const_cast<void*>(asked));
  return ++*count == 3 ? 1 : 0;
}

// Escape must not wait for the end of a line.
TEST_P(DistanceMapLinesTest, LongLinesAskWhetherToStop) {
  if (GetParam() == "cuda") GTEST_SKIP() << "has other inner loops";
  const std::int64_t length = 400000;
  const std::int64_t stride = kLines<std::uint32_t>;
  const Weights<std::uint32_t> weights(Metric::kEuclidean, 1, length);
  const AlignedArray<std::uint32_t> scratch =
      aligned_array<std::uint32_t>(line_scratch_bytes(length, kLineBytes) / 4);
  for (std::int64_t i = 0; i < length; ++i) {
    first_place(scratch.get(), stride)[i * stride] = static_cast<std::uint32_t>(1000 * i);
  }
  std::vector<std::uint32_t> to(static_cast<std::size_t>(length));
  int asked = 0;
  const Lines<std::uint32_t> lines{scratch.get(),  stride,         1, length,          to.data(), 1,
                                   weights.data(), Cost::kSquares, 0, &count_and_stop, &asked};
  const RowsOf<std::uint32_t>& kernels = kernels_of<std::uint32_t>(GetParam());
  kernels.nearest(lines);
  EXPECT_EQ(asked, 3);
  asked = 0;
  kernels.nearest_by_pass(lines);
  EXPECT_EQ(asked, 3);
}

INSTANTIATE_TEST_SUITE_P(Backends, DistanceMapLinesTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::distance_map
