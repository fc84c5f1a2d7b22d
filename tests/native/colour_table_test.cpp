// SPDX-License-Identifier: BSD-2-Clause
// The table of all colours against classes of one colour at a time, on every backend.
#include "colour/colour_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "colour/mixture.hpp"
#include "colour_models.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#ifdef BITVOX_WITH_CUDA
#include "colour/colour_table_cuda.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/use_gpu.hpp"
#endif

namespace bitvox::colour {
namespace {

using Table = std::vector<std::uint8_t>;

Table on_cpu(const PreparedModel& model, InstructionSet instructions, int threads) {
  Table table(kTableBytes, 0xee);
  NoProgress progress;
  build_colour_tables(model, instructions, threads, progress, table.data(), nullptr);
  return table;
}

struct Tables {
  Table classes;
  Table certainty;
};

Tables on_gpu(const PreparedModel& model, Gpu gpu) {
  Tables tables{Table(kTableBytes), Table(kTableBytes)};
#ifdef BITVOX_WITH_CUDA
  cuda::use_gpu(gpu);
  const auto device = cuda::allocate<std::uint8_t>(2 * kTableBytes);
  const cuda::Stream stream;
  cuda::fill(device.get(), 0xee, 2 * kTableBytes, stream);
  build_colour_tables(model, stream, device.get(), device.get() + kTableBytes);
  cuda::read_back(tables.classes.data(), device.get(), kTableBytes, stream);
  cuda::read_back(tables.certainty.data(), device.get() + kTableBytes, kTableBytes, stream);
#else
  static_cast<void>(model);
  static_cast<void>(gpu);
#endif
  return tables;
}

TEST(ColourTableTest, PlacesAndColoursAreInverse) {
  std::int64_t wrong = 0;
  for (std::uint32_t rgb = 0; rgb < kTableBytes; ++rgb) {
    wrong += table_colour(table_index(rgb)) == rgb ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0);
  // A brick: colours that differ in the two lowest bits of their channels.
  EXPECT_EQ(table_index(0xabcdef) / 64, table_index(0xa8ccec) / 64);
  EXPECT_EQ(table_index(0xff000000U | 0x123456U), table_index(0x123456));
}

void expect_the_class_of_each_colour(Space space) {
  const PreparedModel model =
      prepare(random_model(space, Covariance::kFull, 3, 5, 7), space == Space::kRgb ? 0.6 : 0);
  const Table expected = on_cpu(model, best_cpu(), 2);
  std::int64_t wrong = 0;
  for (std::uint32_t index = 0; index < kTableBytes; index += 61) {
    wrong += expected[index] == class_of(model, table_colour(index)) ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(std::set<int>(expected.begin(), expected.end()).size(), 3U);
  for (const Backend& backend : backends()) {
    if (!backend.available || backend.name == "scalar") continue;  // rows: ColourMixtureTest
    if (backend.instructions) {
      EXPECT_TRUE(on_cpu(model, *backend.instructions, 1) == expected) << backend.name;
      continue;
    }
    const Tables tables = on_gpu(model, backend.gpu);
    EXPECT_TRUE(tables.classes == expected) << backend.name;
    wrong = 0;
    for (std::uint32_t index = 0; index < kTableBytes; index += 17) {
      wrong +=
          tables.certainty[index] == certain_class_of(model, table_colour(index)).certainty ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0) << backend.name;
  }
}

TEST(ColourTableTest, EveryBackendHasTheClassOfEachColour) {
  expect_the_class_of_each_colour(Space::kHsv);
}

TEST(ColourTableThorough, EveryBackendHasTheClassOfEachColour) {
  expect_the_class_of_each_colour(Space::kRgb);
  expect_the_class_of_each_colour(Space::kLab);
}

TEST(ColourTableTest, CanBeStopped) {
  class Stop final : public Progress {
   public:
    void report(std::int64_t, std::int64_t) override { throw Cancelled(); }
  };
  Stop stop;
  Table table(kTableBytes);
  const PreparedModel model = prepare(random_model(Space::kHsv, Covariance::kFull, 2, 2, 1));
  EXPECT_THROW(build_colour_tables(model, best_cpu(), 2, stop, table.data(), nullptr), Cancelled);
}

TEST(ColourTableTest, SaysHowProbableClassesAre) {
  for (const Space space : {Space::kHsv, Space::kRgb}) {
    const PreparedModel model =
        prepare(random_model(space, Covariance::kFull, 3, 4, 9), space == Space::kRgb ? 0.7 : 0);
    Table table(kTableBytes, 0xee);
    Table certainty(kTableBytes, 0xee);
    NoProgress progress;
    build_colour_tables(model, best_cpu(), 2, progress, table.data(), certainty.data());
    EXPECT_TRUE(table == on_cpu(model, best_cpu(), 2));
    std::int64_t wrong = 0;
    std::set<int> values;
    for (std::uint32_t index = 0; index < kTableBytes; index += 211) {
      const std::uint8_t chosen = table[index];
      int expected = 0;
      if (chosen != kRejected) {
        float each[kMostClasses];
        probabilities(model, table_colour(index), each);
        expected = static_cast<int>(std::floor(255.0F * each[chosen] + 0.5F));
      }
      const Certain certain = certain_class_of(model, table_colour(index));
      const bool right =
          certainty[index] == expected && certain.certainty == expected && certain.chosen == chosen;
      wrong += right ? 0 : 1;
      values.insert(certainty[index]);
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GE(values.size(), 50U);
  }
}

}  // namespace
}  // namespace bitvox::colour
