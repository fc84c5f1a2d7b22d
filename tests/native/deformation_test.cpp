// SPDX-License-Identifier: BSD-2-Clause
// What holds for each method: no force from a rigid motion, momentum, energy, the load.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "core/options/names.hpp"
#include "deformation_runs.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_measure.hpp"
#include "ops/deformation/deformation_weights.hpp"

namespace bitvox::deformation {
namespace {

using test::Made;
using test::make;
// Nodes of which none is held, and which nothing slows down.
Made make_free(Method method, std::int64_t nodes) {
  Options options;
  options.method = method;
  options.nodes = nodes;
  options.damping = 0;
  Made out = make(test::full({24, 20, 16}), options);
  for (std::int64_t i = 0; i < out.model.count; ++i) {
    out.model.rest[static_cast<std::size_t>(i)].w = 1;
  }
  return out;
}

// Displaces the nodes of a model at rest; what is moved starts from there.
template <class Displacement>
void displace(Model& model, State& state, const Displacement& displacement) {
  for (std::int64_t i = 0; i < model.count; ++i) {
    const Vector rest = model.rest_of(i);
    const Vector u = displacement(rest);
    const Vector from = model.moves_places() ? rest : Vector{};
    state.moving[static_cast<std::size_t>(i)] = {static_cast<float>(from[0] + u[0]),
                                                 static_cast<float>(from[1] + u[1]),
                                                 static_cast<float>(from[2] + u[2]), 1};
  }
}

class DeformationLaws : public testing::TestWithParam<Method> {
 protected:
  NoProgress quiet;
};

// The largest force on a node, in units of a stiffness of a spacing.
double largest_force(const Model& model, const State& state) {
  double most = 0;
  for (const Quad& of : state.acceleration) {
    most = std::max(most, std::hypot(static_cast<double>(of.x), static_cast<double>(of.y),
                                     static_cast<double>(of.z)));
  }
  return most / static_cast<double>(model.rows.constants.scale);
}

TEST_P(DeformationLaws, RigidMotionMakesNoForce) {
  Made made = make_free(GetParam(), 1000);
  Eigen::Matrix3d turn = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -1).normalized()).matrix();
  const auto moved = [&](const Vector& x) {
    const Eigen::Vector3d to = turn * Eigen::Vector3d(x.data()) - Eigen::Vector3d(x.data());
    return Vector{to[0] + 0.5, to[1] - 2, to[2] + 0.25};
  };
  // The linear method knows small rotations alone.
  if (GetParam() == Method::kMeshless) turn.setIdentity();
  const auto engine = cpu_engine(made.model, InstructionSet::kScalar, 1);
  State state;
  engine->read(state, quiet);
  displace(made.model, state, moved);
  engine->write(state);
  engine->read(state, quiet);
  EXPECT_LT(largest_force(made.model, state), 2e-5);
  // It is not as if nothing ever made one.
  displace(made.model, state, [](const Vector& x) { return Vector{0.1 * x[0], 0.1 * x[2], 0}; });
  engine->write(state);
  engine->read(state, quiet);
  EXPECT_GT(largest_force(made.model, state), 0.02);
}

TEST_P(DeformationLaws, NothingMovesAtRest) {
  Made made = make_free(GetParam(), 500);
  const auto engine = cpu_engine(made.model, InstructionSet::kScalar, 1);
  engine->advance(0, 100, {1000, 1, 1000, 0}, quiet);
  State state;
  engine->read(state, quiet);
  for (std::int64_t i = 0; i < made.model.count; ++i) {
    const Vector u = made.model.displacement(i, state.moving[static_cast<std::size_t>(i)]);
    for (const double of : u) EXPECT_NEAR(of, 0, 1e-5);
  }
}

// A free body is stretched, let go, and swings.
TEST_P(DeformationLaws, MomentumAndEnergyAreKept) {
  Made made = make_free(GetParam(), 1000);
  const auto engine = cpu_engine(made.model, InstructionSet::kScalar, 1);
  State state;
  engine->read(state, quiet);
  displace(made.model, state, [](const Vector& x) {
    return Vector{0.03 * x[0], -0.02 * x[1], 0.02 * x[1] * x[2] / 8};
  });
  engine->write(state);
  Options options;
  Table table;
  for (const std::int64_t step : {0, 50, 100, 150, 200}) {
    if (step > 0) engine->advance(step - 50, 50, {1'000'000, 1, 1000, 0}, quiet);
    engine->read(state, quiet);
    add_row(made.model, options, state, step, 0, 1, quiet, table);
  }
  const double mass = made.nodes.volume;
  const double energy = table.elastic_energy.front();
  EXPECT_GT(table.kinetic_energy[1], 0.05 * energy);
  for (std::size_t i = 0; i < table.step.size(); ++i) {
    const double all = table.elastic_energy[i] + table.kinetic_energy[i];
    EXPECT_LT(all, 1.1 * energy) << table.step[i];
    EXPECT_GT(all, 0.3 * energy) << table.step[i];  // springs are damped
    // Of the mean velocity, over that of the swinging.
    const double speed = std::sqrt(2 * energy / mass);
    const double mean =
        std::hypot(table.momentum_x[i], table.momentum_y[i], table.momentum_z[i]) / mass;
    EXPECT_LT(mean / speed, 1e-5) << table.step[i];
  }
}

TEST_P(DeformationLaws, ThePlatesDoWhatIsAsked) {
  Options options;
  options.method = GetParam();
  options.nodes = 700;
  options.frames = 2;
  options.spacing = {2, 2, 2};
  options.modulus = 3;
  for (const Load load : {Load::kCompression, Load::kTension, Load::kShear})
    for (const Direction direction : {Direction::kX, Direction::kZ}) {
      options.load = load;
      options.direction = direction;
      options.strain = 0.04;
      test::KeepFrames frames;
      const Result result = test::run(test::full({16, 16, 16}), options, frames);
      const auto axis = static_cast<std::size_t>(direction);
      const std::size_t along = load == Load::kShear ? (axis + 1) % 3 : axis;
      const double sign = load == Load::kCompression ? -1 : 1;
      std::int64_t held = 0;
      for (std::size_t i = 0; i < frames.places[2].size(); ++i) {
        const double from_plate = frames.places[0][i][axis];
        if (from_plate > 32.0 / 9 && from_plate < 32 - 32.0 / 9) continue;
        ++held;
        for (std::size_t c = 0; c < 3; ++c) {
          EXPECT_NEAR(frames.displacements[2][i][c], c == along ? sign * 0.04 * from_plate : 0,
                      1e-5);
        }
      }
      EXPECT_EQ(held, result.held);
      EXPECT_EQ(result.held, 2 * 81);
      EXPECT_EQ(result.least_held, 81);
      const Table& table = result.table;
      EXPECT_EQ(table.strain, (std::vector<double>{0, 0.02, 0.04}));
      EXPECT_NEAR(table.displacement[2], 0.04 * 32, 1e-9);
      EXPECT_EQ(table.step[2], 2 * result.steps);
      EXPECT_NEAR(table.time[1], static_cast<double>(result.steps) * result.time_step, 1e-9);
      // Both plates feel the same, about what the material has: stretched 1, sheared 0.4 to 0.5.
      EXPECT_GT(table.far_force[2], 0);
      EXPECT_NEAR(table.far_force[2], table.near_force[2], 0.01 * table.far_force[2]);
      const double modulus = table.far_force[2] / (32.0 * 32.0) / 0.04 / 3;
      EXPECT_GT(modulus, load == Load::kShear ? 0.15 : 0.6);
      EXPECT_LT(modulus, load == Load::kShear ? 1.1 : 1.3);
      EXPECT_LT(table.kinetic_energy[2], 1e-4 * table.elastic_energy[2]);
    }
}

TEST_P(DeformationLaws, TheBallIsFeltWhereItIs) {
  Options options;
  options.method = GetParam();
  options.nodes = 2000;
  options.frames = 4;
  options.load = Load::kBall;
  options.strain = 0.15;
  options.ball_radius = 6;
  options.ball_first = 0.25;
  options.enforce_every = 2;
  test::KeepFrames frames;
  const Result result = test::run(test::full({24, 24, 24}), options, frames);
  ASSERT_EQ(result.diverged_at, -1);
  const Table& table = result.table;
  EXPECT_EQ(table.far_force[0], 0);
  // A ball is felt more than in proportion, and all of it at the plate.
  EXPECT_GT(table.far_force[4], 2 * table.far_force[2]);
  EXPECT_NEAR(table.near_force[4], table.far_force[4], 0.3 * table.far_force[4]);
  const double centre = 24 + 6 - 0.15 * 24;
  double nearest = 100;
  for (const Vector& place : frames.places[4]) {
    nearest = std::min(nearest, std::hypot(place[0] - 6, place[1] - 12, place[2] - centre));
  }
  EXPECT_NEAR(nearest, 6, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(All, DeformationLaws, testing::ValuesIn(test::kMethods),
                         [](const auto& tested) {
                           std::string name = word_of(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(DeformationWeights, FallFromOneToNothing) {
  for (const Weight weight : {Weight::kLinear, Weight::kGaussian, Weight::kCubic, Weight::kQuartic,
                              Weight::kPolynomial}) {
    EXPECT_EQ(weight_at(weight, 0), 1);
    EXPECT_EQ(weight_at(weight, 1), 0);
    EXPECT_EQ(weight_at(weight, 7), 0);
    for (double q = 0; q < 0.95; q += 0.05) {
      EXPECT_GT(weight_at(weight, q), weight_at(weight, q + 0.05));
    }
  }
  EXPECT_NEAR(weight_at(Weight::kLinear, 0.25), 0.75, 1e-15);
  EXPECT_NEAR(weight_at(Weight::kGaussian, 0.5), std::exp(-1.125), 1e-15);
  EXPECT_NEAR(weight_at(Weight::kCubic, 0.5), 0.25, 1e-15);
  EXPECT_NEAR(weight_at(Weight::kCubic, 0.25), 1 - 6 / 16.0 + 6 / 64.0, 1e-15);
  EXPECT_NEAR(weight_at(Weight::kQuartic, 0.5), 1 - 6 / 4.0 + 1 - 3 / 16.0, 1e-15);
  EXPECT_NEAR(weight_at(Weight::kPolynomial, 0.5), 27 / 64.0, 1e-15);
}

// Two walls with a floor, and a gap of 4 voxels between the walls, of 1 between the others.
bool is_wall(std::int64_t x, std::int64_t, std::int64_t z) {
  return z < 5 || (x < 20 && x != 9) || x >= 24;
}

// The obvious way: whether any voxel within half a one of each place on the line is set.
bool sees(const BitVolume& mask, const Spacing& spacing, const Vector& from, const Vector& to) {
  const double smallest = std::min({spacing.x, spacing.y, spacing.z});
  const double length = std::hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const double parts = std::ceil(2 * length / smallest);
  for (double i = 1; i < parts; ++i) {
    const auto at = [&](std::size_t axis, double voxel, double half) {
      const double place = from[axis] + i / parts * (to[axis] - from[axis]);
      return static_cast<std::int64_t>(std::floor(place / voxel + half));
    };
    bool any = false;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5})
        for (const double z : {-0.5, 0.5}) {
          const std::int64_t cx = at(0, spacing.x, x), cy = at(1, spacing.y, y),
                             cz = at(2, spacing.z, z);
          const Shape& s = mask.shape();
          any = any || (cx >= 0 && cy >= 0 && cz >= 0 && cx < s.width && cy < s.height &&
                        cz < s.depth && bitvox::test::voxel(mask, cx, cy, cz));
        }
    if (!any) return false;
  }
  return true;
}

TEST(DeformationNeighbours, AreTheNearestInSightThatAreMutual) {
  Options options;
  options.nodes = 400;
  options.jitter = 1;
  options.spacing = {1, 1.5, 0.75};
  const BitVolume mask = test::make_volume({44, 15, 24}, is_wall);
  const Made made = make(mask, options);
  const auto count = static_cast<std::size_t>(made.nodes.count());
  const double reach = 1.5 * made.nodes.spacing() * std::cbrt(17 * 3 / (4 * std::numbers::pi));
  const auto distance = [&](std::size_t a, std::size_t b) {
    const Vector &p = made.nodes.places[a], &q = made.nodes.places[b];
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  };
  std::int64_t hidden = 0;
  std::vector<std::vector<std::size_t>> nearest(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t j = 0; j < count; ++j) {
      if (j == i || distance(i, j) >= reach) continue;
      if (sees(mask, options.spacing, made.nodes.places[i], made.nodes.places[j])) {
        all.emplace_back(distance(i, j), j);
      } else {
        ++hidden;
      }
    }
    std::sort(all.begin(), all.end());
    all.resize(std::min<std::size_t>(all.size(), 16));
    for (const auto& of : all) nearest[i].push_back(of.second);
  }
  EXPECT_GT(hidden, 100);
  std::int64_t pairs = 0, across = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::size_t> expected, found;
    for (const std::size_t j : nearest[i]) {
      if (std::count(nearest[j].begin(), nearest[j].end(), i) > 0) expected.push_back(j);
    }
    const auto node = static_cast<std::int64_t>(i);
    for (int k = 0; k < made.neighbours.count(node); ++k) {
      const auto other = static_cast<std::size_t>(made.neighbours.row(node)[k]);
      found.push_back(other);
      const Vector &a = made.nodes.places[i], &b = made.nodes.places[other];
      across += a[2] > 6 && b[2] > 6 && a[0] < 9 && b[0] > 10 ? 1 : 0;
      EXPECT_FALSE(a[2] > 6 && b[2] > 6 && a[0] < 20 && b[0] > 24);
    }
    EXPECT_EQ(found, expected) << i;
    pairs += std::ssize(found);
  }
  EXPECT_GT(across, 10);  // a gap of a voxel is none
  EXPECT_EQ(made.neighbours.mutual, pairs);
  EXPECT_GT(made.neighbours.found, pairs);
}

}  // namespace
}  // namespace bitvox::deformation
