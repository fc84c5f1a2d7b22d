// SPDX-License-Identifier: BSD-2-Clause
// The engine against the obvious loops, bit for bit, and the rotation against Eigen's.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/backends/built_with_cuda.hpp"
#include "core/options/names.hpp"
#include "deformation_reference.hpp"
#include "deformation_runs.hpp"
#include "ops/deformation/deformation_cuda.hpp"

namespace bitvox::deformation {
namespace {

using test::Made;
using test::make;
using test::Reference;

// A body with a hole and ragged sides, so that nodes have few neighbours and many.
BitVolume ragged() {
  return test::make_volume({30, 22, 26}, [](auto x, auto y, auto z) {
    const bool hole = (x - 12) * (x - 12) + (z - 13) * (z - 13) < 20;
    return !hole && (x + y / 3 < 27 || z % 5 < 2);
  });
}

bool same(const std::vector<Quad>& a, const std::vector<Quad>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Quad)) == 0;
}

std::string first_difference(const std::vector<Quad>& a, const std::vector<Quad>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(Quad)) != 0) {
      return "node " + std::to_string(i) + ": " + std::to_string(a[i].x) + " " +
             std::to_string(a[i].y) + " " + std::to_string(a[i].z) + ", not " +
             std::to_string(b[i].x) + " " + std::to_string(b[i].y) + " " + std::to_string(b[i].z);
    }
  }
  return "none";
}

InstructionSet set_of(const std::string& backend) {
  return *choose_backend(backend, GpuUse::kTooSmall).instructions;
}

using EngineOf = std::function<std::unique_ptr<Engine>(const Model&)>;

// All CPUs, by 1 and 3 threads, and the GPU: four lanes a node or one, in blocks that have several
// rounds of nodes too.
std::map<std::string, EngineOf> all_engines() {
  std::map<std::string, EngineOf> out;
  for (const std::string& backend : bitvox::test::available_backends()) {
    if (backend == "cuda") continue;
    for (const int threads : {1, 3}) {
      out[backend + ", threads " + std::to_string(threads)] = [=](const Model& model) {
        return cpu_engine(model, set_of(backend), threads);
      };
    }
  }
  if constexpr (kBuiltWithCuda) {
    const auto backends = bitvox::test::available_backends();
    if (std::find(backends.begin(), backends.end(), "cuda") == backends.end()) return out;
    for (const CudaTuning tuning : {CudaTuning{0, 0}, CudaTuning{1, 0}, CudaTuning{1, 1}}) {
      out["cuda, lanes " + std::to_string(tuning.lanes) + ", blocks " +
          std::to_string(tuning.blocks)] = [=](const Model& model) {
        NoProgress quiet;
        return gpu_engine(model, 2, quiet, tuning);
      };
    }
  }
  return out;
}

void expect_same(const Options& options, std::int64_t steps) {
  const Made made = make(ragged(), options, 2);
  const Schedule schedule{7, 3, 28, 14};
  Reference reference(made.model);
  for (std::int64_t step = 1; step <= steps; ++step) reference.step(step, schedule);
  const State expected = reference.state();
  NoProgress progress;
  for (const auto& [name, engine_of] : all_engines()) {
    SCOPED_TRACE(name);
    const auto engine = engine_of(made.model);
    State state;
    // In pieces, at one of which an odd number of steps has been made.
    engine->advance(0, steps / 3, schedule, progress);
    engine->read(state, progress);
    engine->advance(steps / 3, steps - steps / 3, schedule, progress);
    engine->read(state, progress);
    EXPECT_TRUE(same(state.moving, expected.moving))
        << first_difference(state.moving, expected.moving);
    EXPECT_TRUE(same(state.velocity, expected.velocity))
        << first_difference(state.velocity, expected.velocity);
    EXPECT_TRUE(same(state.acceleration, expected.acceleration))
        << first_difference(state.acceleration, expected.acceleration);
  }
}

class DeformationMethods : public testing::TestWithParam<Method> {};

TEST_P(DeformationMethods, AreTheObviousLoops) {
  Options options;
  options.method = GetParam();
  options.nodes = 1700;  // enough for three threads
  options.strain = 0.2;
  options.jitter = 0.9;
  for (const Load load : {Load::kCompression, Load::kTension, Load::kShear}) {
    options.load = load;
    options.direction = static_cast<Direction>(load);
    expect_same(options, 63);
  }
}

TEST_P(DeformationMethods, AreTheObviousLoopsUnderABall) {
  Options options;
  options.method = GetParam();
  options.nodes = 900;
  options.load = Load::kBall;
  options.strain = 0.3;
  options.neighbours = 32;
  options.poisson = -0.2;
  options.weight = Weight::kGaussian;
  options.damping = 0;
  expect_same(options, 84);
}

// 26 steps more of what was 29 times moved, then stretched and turned.
State changed_and_moved_on(Engine& engine) {
  const Schedule schedule{7, 3, 28, 14};
  NoProgress progress;
  State state;
  engine.advance(0, 29, schedule, progress);
  engine.read(state, progress);
  for (Quad& at : state.moving) at = {at.x + 0.02F * at.y, at.y - 0.02F * at.x, at.z, at.w};
  for (Quad& of : state.velocity) of.z = of.z + 0.01F;
  engine.write(state);
  engine.advance(29, 26, schedule, progress);
  engine.read(state, progress);
  return state;
}

TEST_P(DeformationMethods, GoOnFromWhatIsWritten) {
  Options options;
  options.method = GetParam();
  options.nodes = 1700;
  options.strain = 0.2;
  const Made made = make(ragged(), options, 2);
  const auto scalar = cpu_engine(made.model, InstructionSet::kScalar, 1);
  const State expected = changed_and_moved_on(*scalar);
  for (const auto& [name, engine_of] : all_engines()) {
    SCOPED_TRACE(name);
    const State state = changed_and_moved_on(*engine_of(made.model));
    EXPECT_TRUE(same(state.moving, expected.moving))
        << first_difference(state.moving, expected.moving);
    EXPECT_TRUE(same(state.acceleration, expected.acceleration))
        << first_difference(state.acceleration, expected.acceleration);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DeformationMethods, testing::ValuesIn(test::kMethods),
                         [](const auto& tested) {
                           std::string name = word_of(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

// Of places at rest and displacements.
std::array<float, 9> turn_of(const std::vector<Vector>& rest, const Eigen::Matrix3d& change) {
  RotationUnit unit{};
  unit.scale = 0x1p40 / 25;
  unit.limit = 10;
  std::int64_t sums[9] = {};
  for (const Vector& x : rest) {
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        double u = 0;
        for (int c = 0; c < 3; ++c) u += change(a, c) * x[static_cast<std::size_t>(c)];
        sums[3 * a + b] += std::llrint(unit.scale * u * x[static_cast<std::size_t>(b)]);
        unit.at_rest[3 * a + b] +=
            unit.scale * x[static_cast<std::size_t>(a)] * x[static_cast<std::size_t>(b)];
      }
  }
  std::array<float, 9> turn{};
  find_turn(unit, sums, turn.data());
  return turn;
}

TEST(DeformationRotation, IsThatOfThePolarDecomposition) {
  bitvox::test::Random random(5);
  const auto uniform = [&] { return static_cast<double>(random.below(2001) - 1000) / 1000; };
  for (int i = 0; i < 50; ++i) {
    // Round bodies, and long or flat ones.
    const double flat = std::pow(0.1, i % 4);
    std::vector<Vector> rest;
    Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
    for (int node = 0; node < 40; ++node) {
      rest.push_back({3 * uniform(), 3 * flat * uniform(), 3 * (i % 8 < 4 ? flat : 1) * uniform()});
      const Eigen::Vector3d x(rest.back().data());
      squares += x * x.transpose();
    }
    const Eigen::Vector3d axis = Eigen::Vector3d(uniform(), uniform(), uniform() + 2).normalized();
    const Eigen::Matrix3d rotation = Eigen::AngleAxisd(3 * uniform(), axis).matrix();
    Eigen::Matrix3d stretch = Eigen::Matrix3d::Identity();
    for (int j = 0; j < 9; ++j) stretch(j / 3, j % 3) += 0.2 * uniform();
    const Eigen::Matrix3d moved = rotation * stretch;
    const auto turn = turn_of(rest, moved - Eigen::Matrix3d::Identity());
    const Eigen::JacobiSVD<Eigen::Matrix3d> found(moved * squares,
                                                  Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::Matrix3d expected = found.matrixU() * found.matrixV().transpose();
    for (int j = 0; j < 9; ++j) {
      EXPECT_NEAR(turn[static_cast<std::size_t>(j)], expected(j / 3, j % 3) - (j % 4 == 0 ? 1 : 0),
                  1e-6 + 1e-9 / (flat * flat))
          << i;
    }
  }
}

TEST(DeformationRotation, AFlatBodyHasOne) {
  std::vector<Vector> rest;
  for (int i = 0; i < 9; ++i) rest.push_back({i % 3 - 1.0, i / 3 - 1.0, 0});
  Eigen::Matrix3d quarter = Eigen::Matrix3d::Zero();
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const auto turn = turn_of(rest, quarter - Eigen::Matrix3d::Identity());
  const float expected[9] = {-1, -1, 0, 1, -1, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(turn[i], expected[i], 1e-6) << i;
}

}  // namespace
}  // namespace bitvox::deformation
