// SPDX-License-Identifier: BSD-2-Clause
// The GPU beside the CPU: levels to the bit, results to the digits that the manual states.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "collect_slices.hpp"
#include "core/backends/dispatch.hpp"
#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_level.hpp"
#include "ops/stiffness/stiffness_set_up.hpp"
#include "ops/stiffness/stiffness_transfer.hpp"
#include "stiffness_runs.hpp"

namespace bitvox::stiffness {
namespace {

using bitvox::test::CollectSlices;
using test::labels_of;
using test::mask_of;

int label_at(std::int64_t x, std::int64_t y, std::int64_t z) {
  return static_cast<int>((x * 7 + y * 5 + z * 3 + x * y * z) % 5 % 3);
}
const Materials kMaterials{{1, 2}, {1, 10}, {0.3, 0.46}};

Lattice lattice_of(const Shape& shape, bool periodic) {
  Lattice out;
  out.elements = {shape.width, shape.height, shape.depth};
  out.periodic = {periodic, periodic, false};
  out.given[2] = {7, 4};
  if (!periodic) out.given[0] = {1, 0};
  return out;
}

// use(x, y, z) for every node that the blocks of a level have room for.
template <class Use>
void each_node(const LevelRows& level, const Use& use) {
  for (std::int64_t z = 0; z < level.nodes[2]; ++z)
    for (std::int64_t y = 0; y < level.nodes[1]; ++y)
      for (std::int64_t x = 0; x < level.blocks * kLanes; ++x) use(x, y, z);
}

// What the GPU does node by node, done here, with the arrays of a level that the CPU made row by
// row.
class LevelByNodes {
 public:
  LevelByNodes(const Level& like, const std::vector<Occupied>& occupied)
      : rows_(like.rows()), occupied_(occupied) {
    const std::int64_t blocks = rows_.blocks * rows_.nodes[1] * rows_.nodes[2];
    place_.resize(static_cast<std::size_t>(blocks));
    const IsTouched is_touched{rows_, occupied_.data()};
    std::int32_t number = 0;
    for (std::int64_t i = 0; i < blocks; ++i) {
      place_[static_cast<std::size_t>(i)] = is_touched(i) ? ++number : 0;
    }
    const auto size = static_cast<std::size_t>(number + 1) * kLanes;
    for (auto* of : {&mean_, &rest_, &shear_}) of->resize(size);
    inverse_.resize(3 * size);
    rows_.place = place_.data();
    rows_.mean = mean_.data();
    rows_.rest = rest_.data();
    rows_.shear = shear_.data();
    rows_.inverse = inverse_.data();
  }

  const LevelRows& rows() const { return rows_; }
  const std::vector<Occupied>& occupied() const { return occupied_; }
  LameArrays lame() { return {mean_.data(), rest_.data(), shear_.data(), true}; }

  void set_inverse(const Lattice& lattice) {
    GivenBits given{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t end = 0; end < 2; ++end) given.of[axis][end] = lattice.given[axis][end];
    each_node(rows_, SetInverse{rows_, given, inverse_.data()});
  }

  void expect_equal(const Level& level) const {
    const LevelRows expected = level.rows();
    ASSERT_EQ(static_cast<std::int64_t>(mean_.size()), level.blocks() * kLanes);
    EXPECT_EQ(std::memcmp(place_.data(), expected.place, place_.size() * sizeof place_[0]), 0);
    const auto is_same = [](const std::vector<float>& values, const float* other) {
      return std::memcmp(values.data(), other, values.size() * sizeof(float)) == 0;
    };
    EXPECT_TRUE(is_same(mean_, expected.mean));
    EXPECT_TRUE(is_same(rest_, expected.rest));
    EXPECT_TRUE(is_same(shear_, expected.shear));
    EXPECT_TRUE(is_same(inverse_, expected.inverse));
  }

 private:
  LevelRows rows_;
  std::vector<Occupied> occupied_;
  std::vector<std::int32_t> place_;
  std::vector<float> mean_, rest_, shear_, inverse_;
};

template <class Use>
void with_levels(const Shape& shape, bool periodic, const Use& use) {
  NoProgress progress;
  const Tasks tasks(1, progress);
  const GreyVolume labels = labels_of(shape, label_at);
  Body body;
  body.labels = &labels;
  body.materials = &kMaterials;
  const Solid solid = read_solid(body, {}, 1, progress);
  const Lattice lattice = lattice_of(shape, periodic);
  const Level fine(
      lattice, {1, 1.5, 0.7}, solid.mean_dilatation(),
      [&](std::int64_t y, std::int64_t z, const LameRow& row) {
        solid.fill(solid.voxels(), y, z, row);
      },
      tasks);
  const Level coarse = fine.coarse(tasks);
  const BodyBits bits{solid.voxels().words(), shape.width, shape.height, shape.depth,
                      shape.words_per_row()};
  const auto each_block = [](const LevelRows& level, const auto& make) {
    for (std::int64_t z = 0; z < level.nodes[2]; ++z)
      for (std::int64_t y = 0; y < level.nodes[1]; ++y)
        for (std::int64_t x = 0; x < level.blocks; ++x) make(x, y, z);
  };
  const auto room = [](const LevelRows& level) {
    return std::vector<Occupied>(
        static_cast<std::size_t>(level.blocks * level.nodes[1] * level.nodes[2]), 0xff);
  };
  std::vector<Occupied> of_fine = room(fine.rows()), of_coarse = room(coarse.rows());
  each_block(fine.rows(), OccupyFinest{bits, fine.rows(), of_fine.data()});
  each_block(coarse.rows(),
             OccupyCoarse{fine.rows(), coarse.rows(), of_fine.data(), of_coarse.data()});
  LevelByNodes fine_nodes(fine, of_fine), coarse_nodes(coarse, of_coarse);
  each_node(fine_nodes.rows(), SetFinestMaterials{bits, solid.of_voxels(), solid.unit(),
                                                  fine_nodes.rows(), fine_nodes.lame()});
  each_node(coarse_nodes.rows(),
            SetCoarseMaterials{fine_nodes.rows(), coarse_nodes.rows(), coarse_nodes.lame()});
  fine_nodes.set_inverse(lattice);
  coarse_nodes.set_inverse(lattice.coarse());
  use(fine, coarse, fine_nodes, coarse_nodes);
}

const Shape kShapes[] = {{21, 6, 9}, {16, 7, 4}, {2, 3, 5}, {130, 2, 3}, {1, 1, 2}};

TEST(StiffnessNodes, LevelsAreThoseOfTheCpu) {
  for (const Shape& shape : kShapes)
    for (const bool periodic : {false, true}) {
      SCOPED_TRACE(size_text(shape) + (periodic ? " periodic" : ""));
      with_levels(shape, periodic,
                  [&](const Level& fine, const Level& coarse, const LevelByNodes& fine_nodes,
                      const LevelByNodes& coarse_nodes) {
                    fine_nodes.expect_equal(fine);
                    coarse_nodes.expect_equal(coarse);
                  });
    }
}

TEST(StiffnessNodes, TransfersAreThoseOfTheCpu) {
  const Rows& loops = rows_for<Rows>(InstructionSet::kScalar);
  for (const Shape& shape : kShapes)
    for (const bool periodic : {false, true}) {
      SCOPED_TRACE(size_text(shape) + (periodic ? " periodic" : ""));
      with_levels(shape, periodic, [&](const Level& fine, const Level& coarse, const auto&...) {
        const LevelRows from = fine.rows(), to = coarse.rows();
        const auto whole = [](const LevelRows& level) {
          return RowRange{0, level.nodes[1], 0, level.nodes[2]};
        };
        bitvox::test::Random random(5);
        std::vector<float> left(static_cast<std::size_t>(fine.numbers()));
        for (std::size_t i = 0; i < left.size(); ++i) {
          if (fine.inverse()[i] > 0) left[i] = static_cast<float>(random.next() % 1000) / 500 - 1;
        }
        std::vector<float> scratch(static_cast<std::size_t>(
            scratch_count(whole(from), from.blocks) + scratch_count(whole(to), to.blocks)));
        const auto size = static_cast<std::size_t>(coarse.numbers());
        std::vector<float> expected(size), found(size);
        loops.restrict_to(&to, whole(to), &from, left.data(), expected.data(), scratch.data());
        each_node(to, RestrictNode{from, to, left.data(), found.data()});
        EXPECT_EQ(found, expected);
        std::vector<float> x = left, by_nodes = left;
        loops.add_coarse(&from, whole(from), &to, expected.data(), x.data(), scratch.data());
        each_node(from, AddCoarse{{from, to, expected.data()}, by_nodes.data()});
        EXPECT_EQ(by_nodes, x);
        std::vector<float> begun(left.size());
        each_node(from, BeginWithCoarse{{from, to, nullptr}, left.data(), 0.5F, begun.data()});
        std::vector<float> scaled(left.size());
        loops.begin(fine.blocks(), from.inverse, left.data(), 0.5F, scaled.data());
        EXPECT_EQ(begun, scaled);
      });
    }
}

class StiffnessCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!backends().front().available) GTEST_SKIP() << backends().front().detail;
  }
};

Result run_on_backend(const Body& body, Options options, const std::string& backend,
                      const Maps& maps = {}) {
  NoProgress progress;
  options.backend = backend;
  return stiffness(body, options, maps, progress);
}

// To six digits where that is asked for; by the energy to a part of what is asked for, as rounding
// decides when conjugate gradients meet what is soft.
TEST_F(StiffnessCuda, AgreesWithTheCpuOnSheets) {
  const BitVolume mask = mask_of({64, 61, 66}, [](auto x, auto y, auto z) {
    const auto wave = [](std::int64_t i) { return std::abs(i % 24 - 12) - 6; };
    return std::abs(wave(x) * wave(y + 6) + wave(y) * wave(z + 6) + wave(z) * wave(x + 6)) < 12;
  });
  Body body;
  body.mask = &mask;
  for (const double tolerance : {0.0, 1e-6}) {
    Options options;
    options.tolerance = tolerance;
    CollectSlices strain_gpu, strain_cpu;
    Maps gpu_maps, cpu_maps;
    gpu_maps.strain = &strain_gpu;
    cpu_maps.strain = &strain_cpu;
    const Case gpu = run_on_backend(body, options, "cuda", gpu_maps).cases.at(0);
    const Case cpu =
        run_on_backend(body, options, test::kinds_of_backends().back(), cpu_maps).cases.at(0);
    EXPECT_EQ(gpu.elements, cpu.elements);
    EXPECT_LE(std::abs(gpu.iterations - cpu.iterations), 1);
    const double digits = tolerance > 0 ? 1e-6 : 1e-4;
    EXPECT_NEAR(gpu.modulus, cpu.modulus, digits * cpu.modulus);
    EXPECT_NEAR(gpu.failure_force, cpu.failure_force, 1e-3 * cpu.failure_force);
    const auto on_gpu = strain_gpu.values(), on_cpu = strain_cpu.values();
    double most = 0, apart = 0;
    for (std::size_t i = 0; i < on_cpu.size(); ++i) {
      const auto of_cpu = static_cast<double>(on_cpu[i]);
      most = std::max(most, of_cpu);
      apart = std::max(apart, std::abs(static_cast<double>(on_gpu[i]) - of_cpu));
    }
    EXPECT_LT(apart, (tolerance > 0 ? 1e-4 : 1e-2) * most);
  }
}

// Every run has the same bits, with any number of threads.
TEST_F(StiffnessCuda, HasTheSameBitsInEveryRun) {
  const GreyVolume labels = labels_of({37, 20, 29}, [](auto x, auto y, auto z) {
    return x % 4 == 1 || y % 5 == 2 ? 1 : label_at(x, y, z);
  });
  Body body;
  body.labels = &labels;
  body.materials = &kMaterials;
  Options options;
  options.direction = Direction::kTensor;
  options.threads = 1;
  const Result first = run_on_backend(body, options, "cuda");
  options.threads = 3;
  const Result second = run_on_backend(body, options, "cuda");
  EXPECT_EQ(first.tensor, second.tensor);
  EXPECT_EQ(first.run.backend, "cuda");
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(first.cases[i].iterations, second.cases[i].iterations);
    EXPECT_EQ(first.cases[i].residual, second.cases[i].residual);
  }
}

}  // namespace
}  // namespace bitvox::stiffness
