// SPDX-License-Identifier: BSD-2-Clause
// Displacements of voxels and warped images.
#include "ops/deformation/deformation_field.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "collect_slices.hpp"
#include "deformation_runs.hpp"

namespace bitvox::deformation {
namespace {

using bitvox::test::CollectSlices;
using bitvox::test::voxel;

const Shape kShape{36, 30, 26};
const Spacing kSpacing{0.5, 0.75, 0.6};

// A body with a bay, away from the image's border.
BitVolume body() {
  return test::make_volume(kShape, [](auto x, auto y, auto z) {
    const bool inside = x >= 8 && x < 28 && y >= 7 && y < 23 && z >= 6 && z < 20;
    return inside && !(x > 15 && x < 20 && z > 14);
  });
}

Vector middle_of(std::int64_t x, std::int64_t y, std::int64_t z) {
  return {(static_cast<double>(x) + 0.5) * kSpacing.x, (static_cast<double>(y) + 0.5) * kSpacing.y,
          (static_cast<double>(z) + 0.5) * kSpacing.z};
}

struct Affine {
  double change[3][3];  // of the displacement
  Vector offset;

  Vector displacement(const Vector& place) const {
    Vector out = offset;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) out[a] += change[a][b] * place[b];
    return out;
  }
};

GreyVolume ramp() {
  GreyVolume out(kShape, PixelType::kFloat32);
  for (std::int64_t i = 0; i < kShape.voxel_count(); ++i) {
    const Vector at = middle_of(i % 36, i / 36 % 30, i / 36 / 30);
    out.data<float>()[i] = static_cast<float>(100 + 3 * at[0] - 2 * at[1] + at[2]);
  }
  return out;
}

// The images of nodes that are moved so.
void write(const BitVolume& mask, const Affine& affine, Method method, CollectSlices& displacement,
           CollectSlices& warped) {
  NoProgress progress;
  Options options;
  options.spacing = kSpacing;
  options.nodes = 500;
  options.method = method;
  const test::Made made = test::make(mask, options);
  const Model& model = made.model;
  State state;
  for (std::int64_t i = 0; i < model.count; ++i) {
    const Vector rest = model.rest_of(i);
    Vector place;
    for (std::size_t c = 0; c < 3; ++c) {
      place[c] = model.units.middle[c] + rest[c] * model.units.spacing;
    }
    Vector u = affine.displacement(place);
    for (std::size_t c = 0; c < 3; ++c) {
      u[c] = u[c] / model.units.spacing + (model.moves_places() ? rest[c] : 0);
    }
    state.moving.push_back(
        {static_cast<float>(u[0]), static_cast<float>(u[1]), static_cast<float>(u[2]), 1});
  }
  const GreyVolume grey = ramp();
  Outputs outputs;
  outputs.displacement = &displacement;
  outputs.grey = &grey;
  outputs.warped = &warped;
  write_images(mask, options, model, state, made.neighbours.reach / model.units.spacing, outputs, 2,
               progress);
}

class DeformationImages : public testing::TestWithParam<Method> {};

TEST_P(DeformationImages, OfEvenStrainAreExact) {
  const BitVolume mask = body();
  const Affine affine{{{0.1, 0.05, 0}, {0, -0.08, 0.03}, {0.02, 0, -0.15}}, {-1, 0.5, 2}};
  CollectSlices displacement, warped;
  write(mask, affine, GetParam(), displacement, warped);
  EXPECT_EQ(displacement.slices(), 3 * kShape.depth);
  EXPECT_EQ(warped.slices(), kShape.depth);
  std::int64_t there = 0, expected_there = 0;
  for (std::int64_t z = 0; z < kShape.depth; ++z)
    for (std::int64_t y = 0; y < kShape.height; ++y)
      for (std::int64_t x = 0; x < kShape.width; ++x) {
        const Vector place = middle_of(x, y, z);
        const bool is_set = voxel(mask, x, y, z);
        const Vector u = affine.displacement(place);
        for (std::int64_t c = 0; c < 3; ++c) {
          ASSERT_NEAR(displacement.at(x, y, z, c), is_set ? u[static_cast<std::size_t>(c)] : 0,
                      2e-5)
              << x << " " << y << " " << z;
        }
        // Where it comes from, by a few steps towards it.
        Vector from = place;
        for (int i = 0; i < 60; ++i) {
          const Vector moved = affine.displacement(from);
          for (std::size_t c = 0; c < 3; ++c) from[c] = place[c] - moved[c];
        }
        const double at[3] = {from[0] / kSpacing.x, from[1] / kSpacing.y, from[2] / kSpacing.z};
        const bool was_set =
            at[0] >= 0 && at[0] < 36 && at[1] >= 0 && at[1] < 30 && at[2] >= 0 && at[2] < 26 &&
            voxel(mask, static_cast<std::int64_t>(at[0]), static_cast<std::int64_t>(at[1]),
                  static_cast<std::int64_t>(at[2]));
        expected_there += was_set ? 1 : 0;
        there += warped.at(x, y, z) != 0 ? 1 : 0;
        if (was_set && warped.at(x, y, z) != 0) {
          ASSERT_NEAR(warped.at(x, y, z), 100 + 3 * from[0] - 2 * from[1] + from[2], 1e-3);
        }
      }
  // But for places just at the body's surface.
  EXPECT_NEAR(static_cast<double>(there), static_cast<double>(expected_there), 3);
  EXPECT_GT(there, 3000);
}

INSTANTIATE_TEST_SUITE_P(Some, DeformationImages,
                         testing::Values(Method::kMassSpring, Method::kMeshless),
                         [](const auto& tested) {
                           return tested.param == Method::kMeshless ? "displacements" : "places";
                         });

TEST(DeformationField, AQuarterTurnTurnsTheImage) {
  const BitVolume mask = test::make_volume(
      {21, 21, 9}, [](auto x, auto y, auto) { return x >= 3 && x < 18 && y >= 7 && y < 14; });
  NoProgress progress;
  Options options;
  options.method = Method::kPointBased;  // of which displacements are stored
  options.nodes = 200;
  const test::Made made = test::make(mask, options);
  const Model& model = made.model;
  State state;
  for (std::int64_t i = 0; i < model.count; ++i) {
    Vector place = model.rest_of(i);
    for (std::size_t c = 0; c < 3; ++c) {
      place[c] = model.units.middle[c] + place[c] * model.units.spacing - (c < 2 ? 10.5 : 4.5);
    }
    const double u[2] = {-place[1] - place[0], place[0] - place[1]};
    state.moving.push_back({static_cast<float>(u[0] / model.units.spacing),
                            static_cast<float>(u[1] / model.units.spacing), 0, 1});
  }
  GreyVolume grey({21, 21, 9}, PixelType::kUint16);
  for (std::int64_t i = 0; i < 21 * 21 * 9; ++i) {
    grey.data<std::uint16_t>()[i] = static_cast<std::uint16_t>(1000 + i * i % 7919);
  }
  CollectSlices warped;
  Outputs outputs;
  outputs.grey = &grey;
  outputs.warped = &warped;
  write_images(mask, options, model, state, made.neighbours.reach / model.units.spacing, outputs, 1,
               progress);
  for (std::int64_t z = 0; z < 9; ++z)
    for (std::int64_t y = 0; y < 21; ++y)
      for (std::int64_t x = 0; x < 21; ++x) {
        // (x, y) comes from (y, -x) about the middle.
        const std::int64_t from_x = y, from_y = 20 - x;
        const float expected =
            voxel(mask, from_x, from_y, z)
                ? static_cast<float>(grey.data<std::uint16_t>()[(z * 21 + from_y) * 21 + from_x])
                : 0;
        ASSERT_NEAR(warped.at(x, y, z), expected, 0.2) << x << " " << y << " " << z;
      }
}

TEST(DeformationField, FollowsTheNodes) {
  const BitVolume mask = test::full({30, 30, 30});
  Options options;
  options.method = Method::kShapeMatching;
  options.nodes = 3000;
  options.frames = 1;
  options.strain = 0.1;
  test::KeepFrames frames;
  CollectSlices displacement;
  Outputs outputs;
  outputs.frames = &frames;
  outputs.displacement = &displacement;
  test::run(mask, options, outputs);
  double worst = 0, most = 0;
  for (std::size_t i = 0; i < frames.places[1].size(); ++i) {
    const Vector& rest = frames.places[0][i];
    for (std::size_t c = 0; c < 3; ++c) {
      const double moved = frames.displacements[1][i][c];
      const double found =
          displacement.at(static_cast<std::int64_t>(rest[0]), static_cast<std::int64_t>(rest[1]),
                          static_cast<std::int64_t>(rest[2]), static_cast<std::int64_t>(c));
      worst = std::max(worst, std::abs(found - moved));
      most = std::max(most, std::abs(moved));
    }
  }
  EXPECT_GT(most, 2);
  EXPECT_LT(worst, 0.15);  // a voxel is 1, and its middle may be half of one away from the node
}

}  // namespace
}  // namespace bitvox::deformation
