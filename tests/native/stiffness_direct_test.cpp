// SPDX-License-Identifier: BSD-2-Clause
// Against the assembled matrix of all elements, solved by a sparse Cholesky factorisation.
#include "stiffness_direct.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

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

TEST(StiffnessDirect, LabelsOfAllLoads) {
  for (const Trial& trial : trials()) {
    SCOPED_TRACE(trial.name);
    const GreyVolume labels =
        labels_of(trial.shape, [](auto x, auto y, auto z) { return label_at(x, y, z, 7); });
    const Direct direct(labels, kMaterials, trial.options);
    const Eigen::Matrix3d load = direct.load();
    const Eigen::VectorXd u = direct.solve(load);
    const double expected = direct.product(u, load, u, load) / direct.volume();
    const Case found = run(labels, kMaterials, trial.options).cases.at(0);
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.elements, direct.elements());
    EXPECT_LE(found.residual, 1e-7);
    EXPECT_NEAR(found.modulus, expected, 1e-6 * expected);
    const double sign = trial.options.load == Load::kCompression ? -0.01 : 0.01;
    const Eigen::Vector3d force = sign * direct.plate_force(u, load);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(found.force[c], force(static_cast<int>(c)), 1e-5 * force.norm()) << c;
    }
  }
}

TEST(StiffnessDirect, TensorsOfBothBorders) {
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

}  // namespace
}  // namespace bitvox::stiffness
