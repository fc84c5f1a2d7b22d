// SPDX-License-Identifier: BSD-2-Clause
// Objects whose parts are known beforehand, and what is said of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "label_reference.hpp"
#include "split_objects_everywhere.hpp"
#include "test_volumes.hpp"

namespace bitvox::split_objects {
namespace {

using test::Random;

// Two balls of radius r at a distance of d.
BitVolume two_balls(const Shape& shape, std::int64_t r, std::int64_t d) {
  const std::int64_t x0 = (shape.width - d) / 2, y0 = shape.height / 2, z0 = shape.depth / 2;
  return test::make_volume(shape, [=](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t across = (y - y0) * (y - y0) + (z - z0) * (z - z0);
    return (x - x0) * (x - x0) + across <= r * r || (x - x0 - d) * (x - x0 - d) + across <= r * r;
  });
}

TEST(SplitObjects, CutTwoBallsByThePlaneBetweenThem) {
  const Shape shape{70, 44, 44};
  for (const std::int64_t distance : {20, 25, 30, 33}) {
    const BitVolume volume = two_balls(shape, 17, distance);
    Options options;
    options.tolerance = 0.5;
    const Split split = split_everywhere(volume, options);
    ASSERT_EQ(split.result.parts, 2) << distance;
    EXPECT_EQ(split.result.found, 1);
    const auto& voxels = split.result.objects.voxels;
    const double all = static_cast<double>(voxels[0] + voxels[1]);
    EXPECT_NEAR(static_cast<double>(voxels[0]) / all, 0.5, 0.01) << distance;
  }
}

// Balls of one radius at known centres, which overlap their neighbours: each part is what is nearer
// to its centre than to the others, within 2 % of its volume.
TEST(SplitObjects, CutManyBallsByThePlanesBetweenThem) {
  const Shape shape{150, 150, 103};
  Random random(9);
  std::vector<std::array<double, 3>> centres;
  for (double z = 28; z < 80; z += 47)
    for (double y = 28; y < 125; y += 47)
      for (double x = 28; x < 125; x += 47) {
        const auto jitter = [&] { return static_cast<double>(random.below(100)) / 100 - 0.5; };
        centres.push_back({x + jitter(), y + jitter(), z + jitter()});
      }
  std::vector<std::size_t> nearest(static_cast<std::size_t>(shape.voxel_count()));
  const BitVolume volume = test::make_volume(shape, [&](auto x, auto y, auto z) {
    double least = 1e9;
    std::size_t which = 0;
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const double dx = static_cast<double>(x) - centres[i][0];
      const double dy = static_cast<double>(y) - centres[i][1];
      const double dz = static_cast<double>(z) - centres[i][2];
      const double distance = dx * dx + dy * dy + dz * dz;
      if (distance < least) {
        least = distance;
        which = i;
      }
    }
    nearest[static_cast<std::size_t>((z * shape.height + y) * shape.width + x)] = which;
    return least <= 26.0 * 26.0;
  });
  Options options;
  options.tolerance = 0.5;
  const Split split = split_by(test::available_backends().front(), volume, options);
  ASSERT_EQ(split.result.parts, std::ssize(centres));
  // The label of each cell is that of its centre.
  std::vector<std::uint32_t> label_of;
  std::vector<std::size_t> cell_of(centres.size() + 1);
  const auto index = [&](double x, double y, double z) {
    return static_cast<std::size_t>(
        (std::llround(z) * shape.height + std::llround(y)) * shape.width + std::llround(x));
  };
  for (std::size_t i = 0; i < centres.size(); ++i) {
    label_of.push_back(split.labels[index(centres[i][0], centres[i][1], centres[i][2])]);
    cell_of[label_of[i]] = i;
  }
  std::vector<std::int64_t> voxels(centres.size());
  for (std::size_t i = 0; i < split.labels.size(); ++i) {
    if (split.labels[i] == 0) continue;
    ++voxels[nearest[i]];
    const auto& here = centres[nearest[i]];
    const auto& there = centres[cell_of[split.labels[i]]];
    if (&here == &there) continue;
    // How far behind the plane between its own and the other's centre.
    const auto v = static_cast<std::int64_t>(i);
    const double at[3] = {static_cast<double>(v % shape.width),
                          static_cast<double>(v / shape.width % shape.height),
                          static_cast<double>(v / shape.width / shape.height)};
    double more = 0, apart = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      more += (at[k] - there[k]) * (at[k] - there[k]) - (at[k] - here[k]) * (at[k] - here[k]);
      apart += (there[k] - here[k]) * (there[k] - here[k]);
    }
    EXPECT_LE(more / (2 * std::sqrt(apart)), 1.2);
  }
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const auto expected = static_cast<double>(voxels[i]);
    EXPECT_NEAR(static_cast<double>(split.result.objects.voxels[label_of[i] - 1]), expected,
                0.02 * expected);
  }
}

TEST(SplitObjects, ToleranceDecidesHowManyThereAre) {
  const BitVolume volume = two_balls({70, 44, 44}, 17, 20);
  Options options;
  std::int64_t before = 1000000;
  for (const double tolerance : {0.0, 0.5, 2.0, 3.0, 4.0, 100.0}) {
    options.tolerance = tolerance;
    const Split split = split_everywhere(volume, options);
    EXPECT_LE(split.result.parts, before);
    before = split.result.parts;
    if (tolerance == 2) {
      EXPECT_EQ(split.result.parts, 2);  // the neck has a radius of 13.7
    } else if (tolerance == 100) {
      EXPECT_EQ(split.result.parts, 1);  // and there is one object
    }
  }
  // In the unit of the spacing.
  options.spacing = {0.01, 0.01, 0.01};
  options.tolerance = 0.02;
  EXPECT_EQ(split_everywhere(volume, options).result.parts, 2);
  options.tolerance = 1;
  EXPECT_EQ(split_everywhere(volume, options).result.parts, 1);
}

TEST(SplitObjects, TakeThinVoxelsForWhatTheyAre) {
  // Two balls of radius 17 um in voxels of 1 x 1 x 4 um.
  const Shape shape{70, 44, 11};
  const BitVolume volume = test::make_volume(shape, [](auto x, auto y, auto z) {
    const std::int64_t across = (y - 22) * (y - 22) + 16 * (z - 5) * (z - 5);
    return (x - 22) * (x - 22) + across <= 289 || (x - 47) * (x - 47) + across <= 289;
  });
  Options options;
  options.spacing = {1, 1, 4};
  options.tolerance = 0.5;
  const Split split = split_everywhere(volume, options);
  ASSERT_EQ(split.result.parts, 2);
  EXPECT_NEAR(static_cast<double>(split.result.objects.voxels[0]) /
                  static_cast<double>(split.result.voxels),
              0.5, 0.01);
}

TEST(SplitObjects, OfNothingOneVoxelAndEverything) {
  const Shape shape{65, 9, 7};
  const auto parts = [](const BitVolume& volume) {
    return split_everywhere(volume, {}).result.parts;
  };
  EXPECT_EQ(parts(BitVolume(shape)), 0);
  EXPECT_EQ(parts(test::random_volume(shape, 1, 1)), 1);
  EXPECT_EQ(parts(BitVolume({1, 1, 1})), 0);
  EXPECT_EQ(parts(test::random_volume({1, 1, 1}, 1, 1)), 1);
  EXPECT_EQ(parts(test::make_volume(
                shape, [](auto x, auto y, auto z) { return x == 64 && y == 8 && z == 6; })),
            1);
  // A box has one peak, a plateau, and is not split.
  EXPECT_EQ(parts(test::make_volume(shape,
                                    [](auto x, auto y, auto z) {
                                      return x > 3 && x < 60 && y > 0 && y < 8 && z > 0 && z < 6;
                                    })),
            1);
  // Every second voxel touches the others at corners.
  EXPECT_GT(
      parts(test::make_volume(shape, [](auto x, auto y, auto z) { return (x + y + z) % 2 == 0; })),
      0);
}

TEST(SplitObjects, MarkersSayWhatStaysOne) {
  const Shape shape{90, 21, 1};
  // Two discs that touch, and one apart.
  const BitVolume volume = test::make_volume(shape, [](auto x, auto y, auto) {
    const auto disc = [&](std::int64_t at) {
      return (x - at) * (x - at) + (y - 10) * (y - 10) <= 64;
    };
    return disc(10) || disc(24) || disc(60);
  });
  GreyVolume markers(shape, PixelType::kUint16);
  const auto mark = [&](std::int64_t x, std::int64_t y, int marker) {
    markers.data<std::uint16_t>()[y * shape.width + x] = static_cast<std::uint16_t>(marker);
  };
  mark(12, 10, 700);  // two in the first object, beside its middle, and one outside
  mark(22, 10, 7);
  mark(80, 2, 9);
  const Split split = split_everywhere(volume, {}, {nullptr, &markers, nullptr});
  EXPECT_EQ(split.result.found, 2);
  EXPECT_EQ(split.result.parts, 3);
  EXPECT_EQ(split.result.markers, 2);
  EXPECT_EQ(split.result.lost_markers, 1);
  EXPECT_EQ(split.result.unmarked, 1);
  EXPECT_EQ(split.result.marker_of[split.labels[10 * 90 + 10] - 1], 700);
  EXPECT_EQ(split.result.marker_of[split.labels[10 * 90 + 24] - 1], 7);
  EXPECT_EQ(split.result.marker_of[split.labels[10 * 90 + 60] - 1], 0);
  // One marker of both: nothing is split.
  mark(22, 10, 700);
  EXPECT_EQ(split_everywhere(volume, {}, {nullptr, &markers, nullptr}).result.parts, 2);
}

TEST(SplitObjects, AMarkerForEachPartOfABinaryImage) {
  const Shape shape{40, 12, 1};
  const BitVolume volume =
      test::make_volume(shape, [](auto x, auto y, auto) { return x > 1 && x < 38 && y > 1; });
  GreyVolume markers(shape, PixelType::kUint8);
  for (const std::int64_t at : {5, 6, 46, 30, 31}) {  // 5, 6 and 46 (6 of the next row) touch
    markers.data<std::uint8_t>()[4 * 40 + at] = 255;
  }
  const Split split = split_everywhere(volume, {}, {nullptr, &markers, nullptr});
  EXPECT_EQ(split.result.parts, 2);
  EXPECT_EQ(split.result.marker_of, (std::vector<std::int64_t>{1, 2}));
  markers.data<std::uint8_t>()[4 * 40 + 30] = 254;  // now the numbers are names
  const Split named = split_everywhere(volume, {}, {nullptr, &markers, nullptr});
  EXPECT_EQ(named.result.marker_of, (std::vector<std::int64_t>{255, 254}));
}

// Objects that touch are measured each on its own, as if the others were not there.
TEST(SplitObjects, AreMeasuredOneByOne) {
  Random random(10);
  for (int i = 0; i < 6; ++i) {
    const Shape shape{65, 24, i % 3 == 2 ? 1 : 9};
    const BitVolume volume = test::balls(shape, 9, 20, random.next());
    const GreyVolume second = grey_image(shape, PixelType::kUint8, 256, random);
    Options options;
    options.connectivity = i % 2 == 0 ? label::Connectivity::kAll : label::Connectivity::kFaces;
    options.spacing = {1, 2, 3};
    const Split split = split_everywhere(volume, options, {nullptr, nullptr, &second});
    const label::Objects& objects = split.result.objects;
    const label::Objects counted = test::obvious_objects(split.labels, shape);
    EXPECT_EQ(objects.voxels, counted.voxels);
    EXPECT_EQ(objects.sums, counted.sums);
    EXPECT_EQ(objects.squares, counted.squares);
    EXPECT_EQ(objects.box, counted.box);
    EXPECT_EQ(objects.faces, counted.faces);
    label::Options alone;
    alone.connectivity = options.connectivity;
    alone.spacing = options.spacing;
    for (std::uint32_t label = 1; label <= split.result.parts; ++label) {
      const BitVolume one = test::make_volume(shape, [&](auto x, auto y, auto z) {
        return split.labels[static_cast<std::size_t>((z * shape.height + y) * shape.width + x)] ==
               label;
      });
      NoProgress progress;
      const label::Objects same =
          label::label(one, alone, {nullptr, nullptr, true, &second}, progress).objects;
      ASSERT_EQ(same.voxels.size(), 1U);
      EXPECT_EQ(objects.surface[label - 1], same.surface[0]);
      EXPECT_EQ(objects.euler[label - 1], same.euler[0]);
      EXPECT_EQ(objects.mean[label - 1], same.mean[0]);
      EXPECT_EQ(objects.most[label - 1], same.most[0]);
    }
  }
}

// Distances whose squares do not fit 16 bits.
TEST(SplitObjects, AreFarFromTheBackground) {
  const Shape shape{1200, 3, 1};
  const BitVolume volume =
      test::make_volume(shape, [](auto x, auto, auto) { return x != 0 && x != 600 && x != 1199; });
  EXPECT_EQ(split_everywhere(volume, {}).result.parts, 2);
  const BitVolume longer = test::make_volume(shape, [](auto x, auto, auto) { return x != 700; });
  const Split split = split_everywhere(longer, {});
  EXPECT_EQ(split.result.parts, 2);
  EXPECT_EQ(split.result.objects.voxels, (std::vector<std::int64_t>{2100, 1497}));
}

TEST(SplitObjects, BinaryResultsAreWhatHasALabel) {
  const BitVolume volume = two_balls({70, 44, 44}, 17, 25);
  Options options;
  options.tolerance = 0.5;
  options.line = true;
  NoProgress progress;
  BitVolume binary(volume.shape());
  const Result result = split(volume, {}, options, {nullptr, &binary, false}, progress);
  EXPECT_EQ(result.parts, 2);
  const auto labels = test::flood_labels(binary, options.connectivity, options.extent);
  EXPECT_EQ(*std::max_element(labels.begin(), labels.end()), 2U);
}

TEST(SplitObjects, WrongInputIsSaid) {
  const BitVolume volume({5, 4, 3});
  const GreyVolume other({5, 4, 2}, PixelType::kUint8);
  const GreyVolume image({5, 4, 3}, PixelType::kUint8);
  GreyVolume markers({5, 4, 3}, PixelType::kFloat32);
  const auto sentence = [&](const Options& options, const Images& images) -> std::string {
    NoProgress progress;
    try {
      split(volume, images, options, {}, progress);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  Options options;
  options.tolerance = -1;
  EXPECT_EQ(sentence(options, {}), "tolerance=-1 is not allowed; use 0 to 1000000000");
  options = {};
  options.heights = Heights::kDark;
  EXPECT_EQ(sentence(options, {}), "heights of a grey image need one: give image=");
  EXPECT_EQ(sentence({}, {&other, nullptr, nullptr}),
            "the grey image is 5 x 4 x 2 voxels, the image 5 x 4 x 3");
  for (const float wrong : {-1.0F, 1.5F, 3e9F, std::numeric_limits<float>::quiet_NaN()}) {
    markers.data<float>()[7] = wrong;
    EXPECT_NE(sentence({}, {&image, &markers, nullptr}).find("markers are whole numbers from 1"),
              std::string::npos)
        << wrong;
  }
}

}  // namespace
}  // namespace bitvox::split_objects
