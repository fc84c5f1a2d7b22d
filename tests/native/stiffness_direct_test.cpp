// SPDX-License-Identifier: BSD-2-Clause
// Against the assembled matrix of all elements, solved by a sparse Cholesky factorisation.
#include "stiffness_direct.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "collect_slices.hpp"
#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using bitvox::test::CollectSlices;
using test::Direct;
using test::labels_of;
using test::run;

const Materials kMaterials{{1, 2, 3}, {1, 10, 3}, {0.3, 0.2, 0.49}};

// A slab of noise that joins all borders: walls of one material, and random voxels of others.
int label_at(std::int64_t x, std::int64_t y, std::int64_t z, std::uint32_t seed) {
  std::uint32_t h = static_cast<std::uint32_t>(x * 73856093 ^ y * 19349663 ^ z * 83492791) + seed;
  h = (h ^ h >> 15) * 2246822519U;
  h = (h ^ h >> 13) * 3266489917U;
  h ^= h >> 16;
  if (x % 4 == 1 || y % 5 == 2) return 1;
  return h % 8 < 3 ? static_cast<int>(h % 3) + 1 : 0;
}

struct Trial {
  std::string name;
  Options options;
  Shape shape;
};

std::vector<Trial> trials() {
  std::vector<Trial> out;
  int number = 0;
  for (const Sides sides : {Sides::kFree, Sides::kConfined, Sides::kPeriodic})
    for (const Plates plates : {Plates::kFixed, Plates::kSlipping})
      for (const Load load : {Load::kCompression, Load::kShear})
        for (const Direction direction : {Direction::kX, Direction::kY, Direction::kZ}) {
          if (load == Load::kShear && plates == Plates::kSlipping) continue;
          Trial trial;
          trial.options.sides = sides;
          trial.options.plates = plates;
          trial.options.load = load;
          trial.options.direction = direction;
          trial.options.tolerance = 1e-7;
          trial.options.spacing = {1, number % 2 == 0 ? 1.0 : 0.7, number % 3 == 0 ? 1.0 : 1.6};
          trial.shape = {number % 2 == 0 ? 7 : 8, 6 + number % 3, 5 + number % 4};
          trial.name = std::to_string(number++);
          out.push_back(trial);
        }
  return out;
}

class StiffnessDirect : public test::OnBackends {};

TEST_P(StiffnessDirect, LabelsOfAllLoads) {
  for (const Trial& trial : trials()) {
    SCOPED_TRACE(trial.name);
    const GreyVolume labels =
        labels_of(trial.shape, [](auto x, auto y, auto z) { return label_at(x, y, z, 7); });
    const Direct direct(labels, kMaterials, trial.options);
    const Eigen::Matrix3d load = direct.load();
    const Eigen::VectorXd u = direct.solve(load);
    const Eigen::Vector3d of_one = direct.plate_force(u, load);
    // Of the plate's force alone where sides are moved too.
    const bool moves_sides =
        trial.options.load == Load::kShear && trial.options.sides == Sides::kConfined;
    const auto axis = static_cast<std::size_t>(trial.options.direction);
    const Spacing& h = trial.options.spacing;
    const double sizes[3] = {h.x * static_cast<double>(trial.shape.width),
                             h.y * static_cast<double>(trial.shape.height),
                             h.z * static_cast<double>(trial.shape.depth)};
    const double expected = moves_sides ? of_one(static_cast<int>((axis + 1) % 3)) /
                                              (sizes[(axis + 1) % 3] * sizes[(axis + 2) % 3])
                                        : direct.product(u, load, u, load) / direct.volume();
    const Case found = run(labels, kMaterials, trial.options).cases.at(0);
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.elements, direct.elements());
    EXPECT_LE(found.residual, 1e-7);
    EXPECT_NEAR(found.modulus, expected, (moves_sides ? 1e-5 : 1e-6) * expected);
    const double sign = trial.options.load == Load::kCompression ? -0.01 : 0.01;
    const Eigen::Vector3d force = sign * of_one;
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(found.force[c], force(static_cast<int>(c)), 1e-5 * force.norm()) << c;
    }
  }
}

TEST_P(StiffnessDirect, TensorsOfBothBorders) {
  for (const Border border : {Border::kPeriodic, Border::kUniform})
    for (const Shape& shape : {Shape{8, 7, 6}, Shape{5, 10, 8}}) {
      SCOPED_TRACE(size_text(shape));
      Options options;
      options.direction = Direction::kTensor;
      options.border = border;
      options.spacing = {1, 1.2, 0.8};
      options.tolerance = 1e-6;
      const GreyVolume labels = labels_of(shape, [](auto x, auto y, auto z) {
        return label_at(x, y, z, 7) == 0 && z % 3 != 0 ? 0 : 1 + (x + y * z) % 3;
      });
      const Direct direct(labels, kMaterials, options);
      const Result found = run(labels, kMaterials, options);
      std::vector<Eigen::VectorXd> u;
      for (int i = 0; i < 6; ++i) u.push_back(direct.solve(direct.load(i)));
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
          const double expected = direct.product(u[static_cast<std::size_t>(i)], direct.load(i),
                                                 u[static_cast<std::size_t>(j)], direct.load(j)) /
                                  direct.volume();
          EXPECT_NEAR(found.tensor.at(static_cast<std::size_t>(6 * i + j)), expected,
                      1e-6 * found.tensor[0])
              << i << ' ' << j;
        }
      EXPECT_EQ(found.cases.at(3).elements, direct.elements());
    }
}

// Plates and rods such as of trabecular bone: where noise that is smoothed three times is near its
// mean. In whole numbers, so that all machines have the same.
GreyVolume bone_like(const Shape& shape, int per_mille) {
  const std::array<std::int64_t, 3> size{shape.width, shape.height, shape.depth};
  std::vector<std::int64_t> values(static_cast<std::size_t>(shape.voxel_count()));
  std::uint32_t seed = 3;
  for (auto& value : values) {
    seed = seed * 1664525 + 1013904223;
    value = (seed >> 16) - 32768;
  }
  const std::array<std::int64_t, 3> stride{1, size[0], size[0] * size[1]};
  for (int pass = 0; pass < 9; ++pass) {
    const auto axis = static_cast<std::size_t>(pass % 3);
    const std::vector<std::int64_t> before = values;
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      const std::int64_t at = i / stride[axis] % size[axis];
      std::int64_t& sum = values[static_cast<std::size_t>(i)];
      sum = 0;
      for (std::int64_t step = -1; step <= 1; ++step) {
        const std::int64_t to = (at + step + size[axis]) % size[axis] - at;
        sum += before[static_cast<std::size_t>(i + to * stride[axis])];
      }
    }
  }
  std::vector<std::int64_t> sorted;
  for (auto& value : values) sorted.push_back(value = std::abs(value));
  const auto limit = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size()) * per_mille / 1000;
  std::nth_element(sorted.begin(), limit, sorted.end());
  return labels_of(shape, [&](auto x, auto y, auto z) {
    return values[static_cast<std::size_t>((z * size[1] + y) * size[0] + x)] < *limit ? 1 : 0;
  });
}

TEST_P(StiffnessDirect, BodiesLikeBone) {
  for (const int per_mille : {250, 350}) {
    const GreyVolume bone = bone_like({18, 17, 19}, per_mille);
    const Materials material{{1}, {1}, {0.3}};
    Options options;
    const Direct direct(bone, material, options);
    const Eigen::VectorXd u = direct.solve(direct.load());
    const double expected = direct.product(u, direct.load(), u, direct.load()) / direct.volume();
    options.tolerance = 1e-8;
    const Case found = run(bone, material, options).cases.at(0);
    EXPECT_EQ(found.elements, direct.elements());
    EXPECT_LT(found.modulus, 0.1 * per_mille / 250);  // about what the shrew's bone has
    EXPECT_NEAR(found.modulus, expected, 1e-6 * expected);
    options.tolerance = 0;
    const Case rough = run(bone, material, options).cases.at(0);
    EXPECT_LE(rough.error, 1e-3);
    EXPECT_LE(rough.modulus, expected * (1 + rough.error));
    EXPECT_GE(rough.modulus, expected * (1 - 1e-6));
  }
}

// A plate that goes to and fro: of the energy of a strain that is the same everywhere a thousandth
// is left, and energies are exact to a few 1e-8 of that.
TEST_P(StiffnessDirect, Serpentine) {
  const GreyVolume body = labels_of({16, 4, 26}, [](auto x, auto, auto z) {
    return z % 6 < 2 || (z / 6 % 2 == 0 ? x < 2 : x >= 14) ? 1 : 0;
  });
  const Materials material{{1}, {1}, {0.3}};
  Options options;
  options.tolerance = 1e-8;
  const Direct direct(body, material, options);
  const Eigen::VectorXd u = direct.solve(direct.load());
  const double expected = direct.product(u, direct.load(), u, direct.load()) / direct.volume();
  EXPECT_NEAR(run(body, material, options).cases.at(0).modulus, expected, 2e-5 * expected);
}

TEST_P(StiffnessDirect, MapsAndFailure) {
  for (const Load load : {Load::kCompression, Load::kTension, Load::kShear}) {
    Options options;
    options.load = load;
    options.direction = Direction::kY;
    options.strain = 0.02;
    options.tolerance = 1e-7;
    options.spacing = {1, 0.7, 1.3};
    options.failure_part = 0.05;
    options.failure_strain = 0.004;
    const GreyVolume labels =
        labels_of({9, 7, 6}, [](auto x, auto y, auto z) { return label_at(x, y, z, 9); });
    CollectSlices energy, strain, stress, displacement;
    const Result found =
        run(labels, kMaterials, options, {&energy, &strain, &stress, &displacement});
    const Direct direct(labels, kMaterials, options);
    const Eigen::Matrix3d change = direct.load();
    const Eigen::VectorXd u = direct.solve(change);
    const double of_load = load == Load::kCompression ? -0.02 : 0.02;
    std::vector<double> effective;
    double sum = 0, most = 0;
    for (const test::Node& at : direct.carrying()) {
      const Direct::State state = direct.state(at, u, change);
      const auto value = [&](const CollectSlices& map, int channel = 0) {
        return static_cast<double>(map.at(at[0], at[1], at[2], channel));
      };
      EXPECT_NEAR(value(energy), state.energy * 0.0004, 1e-8);
      EXPECT_NEAR(value(strain), state.effective * 0.02, 1e-7);
      EXPECT_NEAR(value(stress), state.von_mises * 0.02, 1e-6);
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(value(displacement, c), state.displacement(c) * of_load, 1e-6);
      }
      effective.push_back(state.effective);
      sum += value(energy);
      most = std::max(most, value(energy));
    }
    EXPECT_GT(most, 1e-5);  // the above says something
    double all = 0;
    for (const float of_voxel : energy.values()) all += static_cast<double>(of_voxel);
    EXPECT_NEAR(all, sum, 1e-9);  // 0 elsewhere
    // So many voxels are above the failure strain when the load is that of failure.
    const Case& only = found.cases.at(0);
    const auto along = static_cast<std::size_t>(load == Load::kShear ? 2 : 1);
    const double times = only.failure_force / (std::abs(only.force[along]) / 0.02);
    const auto above = std::count_if(effective.begin(), effective.end(),
                                     [&](double e) { return e * times > 0.004 * (1 + 1e-5); });
    EXPECT_EQ(above, static_cast<std::int64_t>(0.05 * static_cast<double>(effective.size())));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, StiffnessDirect, testing::ValuesIn(test::kinds_of_backends()),
                         bitvox::test::backend_name);

}  // namespace
}  // namespace bitvox::stiffness
