// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "test_volumes.hpp"

namespace bitvox::label {
namespace {

const Rows& kernels_of(const std::string& backend) {
  return backend == "avx512" ? rows_for<Rows>(InstructionSet::kAvx512)
         : backend == "avx2" ? rows_for<Rows>(InstructionSet::kAvx2)
                             : rows_for<Rows>(InstructionSet::kScalar);
}

// A row of a volume that has `first` runs before it and `behind` after it.
void expect_labels(const std::string& backend, double density, std::int64_t width,
                   std::int64_t first, std::int64_t behind) {
  const BitVolume row =
      test::random_volume({width, 1, 1}, density, static_cast<std::uint64_t>(width + first));
  std::int64_t run = first;
  std::vector<std::int64_t> run_of(static_cast<std::size_t>(width), -1);
  bool inside = false;
  for (std::int64_t x = 0; x < width; ++x) {
    const bool object = (row.words()[x / 64] >> (x % 64) & 1) != 0;
    if (object && !inside) ++run;
    if (object) run_of[static_cast<std::size_t>(x)] = run - 1;
    inside = object;
  }
  // No more of them than there are runs, so that a sanitizer sees what is read beyond.
  std::vector<std::uint32_t> labels(static_cast<std::size_t>(run + behind));
  test::Random random(7);
  for (auto& label : labels) {
    label = random.below(5) == 0 ? 0 : kIsLabel | static_cast<std::uint32_t>(random.below(1000000));
  }
  std::vector<std::uint32_t> expected;
  expected.reserve(run_of.size() + 1);
  for (const std::int64_t of : run_of) {
    expected.push_back(of < 0 ? 0 : labels[static_cast<std::size_t>(of)] & ~kIsLabel);
  }
  constexpr std::uint32_t kUntouched = 12345678;
  expected.push_back(kUntouched);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width + 1), kUntouched);
  kernels_of(backend).write_labels(row.words(), width, labels.data(), first, run + behind,
                                   pixels.data());
  EXPECT_EQ(pixels, expected) << backend << ", width " << width << ", density " << density
                              << ", first " << first << ", behind " << behind;
}

TEST(LabelRows, WriteTheLabelOfEveryVoxel) {
  for (const std::string& backend : test::available_backends()) {
    if (backend == "cuda") continue;  // has other inner loops
    for (const std::int64_t width : {1, 7, 8, 63, 64, 65, 127, 128, 129, 512, 1000})
      for (const double density : {0.0, 0.02, 0.3, 0.5, 0.9, 0.99, 1.0})
        for (const std::int64_t first : {0, 1, 50})
          for (const std::int64_t behind : {0, 1, 39, 40, 100}) {
            expect_labels(backend, density, width, first, behind);
          }
  }
}

}  // namespace
}  // namespace bitvox::label
