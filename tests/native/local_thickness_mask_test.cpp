// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "collect_slices.hpp"
#include "core/error.hpp"
#include "ops/local_thickness/local_thickness.hpp"
#include "test_volumes.hpp"

namespace bitvox::local_thickness {
namespace {

class LocalThicknessMaskTest : public testing::TestWithParam<std::string> {
 protected:
  Options options() const {
    Options result;
    result.backend = GetParam();
    return result;
  }

  std::string refusal(const BitVolume& volume, const BitVolume& mask) const {
    NoProgress quiet;
    try {
      measure(volume, &mask, options(), nullptr, quiet);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "accepted";
  }
};

TEST_P(LocalThicknessMaskTest, CountsWhatTheMapHasInIt) {
  NoProgress quiet;
  const Shape shape{97, 40, 23};
  const BitVolume volume = test::balls(shape, 12, 9, 6);
  for (const Phase phase : {Phase::kForeground, Phase::kBackground})
    for (const Extent extent : {Extent::kVolume, Extent::kPerSlice})
      for (const double z : {1.0, 1.5})
        for (const double part : {0.02, 0.6, 1.0}) {
          Options rule = options();
          rule.phase = phase;
          rule.edges = Edges::kBackground;
          rule.extent = extent;
          rule.spacing.z = z;
          const BitVolume mask = test::random_volume(shape, part, 7);
          test::CollectSlices slices(shape, PixelType::kFloat32);
          const Result counted = measure(volume, &mask, rule, &slices, quiet);
          std::map<float, std::int64_t> expected;
          const float* value = slices.volume.data<float>();
          for (std::int64_t k = 0; k < shape.depth; ++k)
            for (std::int64_t j = 0; j < shape.height; ++j)
              for (std::int64_t i = 0; i < shape.width; ++i, ++value) {
                if (*value > 0 && test::voxel(mask, i, j, k)) ++expected[*value];
              }
          for (const Result& result : {counted, measure(volume, &mask, rule, nullptr, quiet)}) {
            ASSERT_EQ(result.thickness.size(), expected.size());
            std::size_t n = 0;
            for (const auto& [thickness, voxels] : expected) {
              EXPECT_EQ(result.thickness[n], thickness);
              EXPECT_EQ(result.voxels[n++], voxels);
            }
          }
        }
}

TEST_P(LocalThicknessMaskTest, SaysWhereThereIsNothingToCount) {
  const Shape shape{20, 9, 8};
  const BitVolume volume = test::make_volume(shape, [](auto x, auto, auto) { return x < 7; });
  const BitVolume others = test::make_volume(shape, [](auto x, auto, auto) { return x >= 7; });
  EXPECT_EQ(refusal(volume, others), "there are no foreground voxels within the mask");
  EXPECT_EQ(refusal(BitVolume(shape), others), "the image has no foreground voxels");
  EXPECT_EQ(refusal(volume, BitVolume({20, 9, 7})),
            "the mask is 20 x 9 x 7 voxels, the image 20 x 9 x 8");
}

INSTANTIATE_TEST_SUITE_P(Backends, LocalThicknessMaskTest,
                         testing::ValuesIn(test::available_backends()), test::backend_name);

}  // namespace
}  // namespace bitvox::local_thickness
