// SPDX-License-Identifier: BSD-2-Clause
// Engines: that every backend computes the same.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cmath>

#include "bits.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/sell.hpp"
#include "sparse_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::sparse {
namespace {

using test::numbers;

class SparseEngine : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Backends, SparseEngine,
                         testing::ValuesIn(bitvox::test::available_backends()),
                         bitvox::test::backend_name);

template <class T>
std::vector<T> as(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// All that an engine can do, one after the other.
template <class T>
bitvox::test::Bits all_of(Engine<T>& engine, const Csr<double>& matrix) {
  bitvox::test::Bits bits;
  const std::int64_t n = matrix.rows;
  const MatrixId a = engine.add(converted<T>(matrix));
  const Vec<T> x = engine.vector(as<T>(numbers(n, 1)));
  const Vec<T> y = engine.vector(as<T>(numbers(n, 2)));
  const Vec<T> z = engine.vector(as<T>(numbers(n, 3)));
  const Vec<T> out = engine.vector(n);
  const Vec<T> step = engine.vector(n);
  const auto see = [&](Vec<T> vector) { bits.add(engine.download(vector)); };
  bits.add(engine.dot(x, y));
  engine.multiply(a, x, out), see(out);
  bits.add(engine.multiply_dot(a, y, out, z)), see(out);
  bits.add(engine.multiply_dot(a, y, out, out));
  engine.residual(a, x, y, out), see(out);
  engine.add_multiplied(a, x, 1.9, out), see(out);
  engine.combine(out, {{0.3, x}}), see(out);
  engine.combine(out, {{0.3, x}, {-0.7, out}}), see(out);
  bits.add(engine.combine_dot(out, {{1, out}, {0.1, y}, {2, z}}, out)), see(out);
  bits.add(engine.combine_dot(out, {{1, out}, {0.1, y}}, z)), see(out);
  engine.scale(x, y, out), see(out);
  bits.add(engine.scale_dot(x, y, out, y)), see(out);
  for (const double keep : {0.0, 0.4}) {
    engine.smooth(a, x, y, keep, 0.8, step, z, out);
    see(step), see(out);
  }
  return bits;
}

template <class T>
void expect_obvious(Engine<T>& engine, const Csr<double>& matrix) {
  const auto judge = test::judge_of(matrix);
  const std::vector<double> x = numbers(matrix.rows, 1);
  const std::vector<double> y = numbers(matrix.rows, 2);
  const MatrixId a = engine.add(converted<T>(matrix));
  const Vec<T> at = engine.vector(as<T>(x));
  const Vec<T> b = engine.vector(as<T>(y));
  const Vec<T> out = engine.vector(matrix.rows);
  engine.residual(a, at, b, out);
  const Eigen::VectorXd expected = test::judge_of(y) - judge * test::judge_of(x);
  const std::vector<T> found = engine.download(out);
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    worst = std::max(
        worst, std::abs(static_cast<double>(found[i]) - expected[static_cast<Eigen::Index>(i)]));
  }
  const double tiny = sizeof(T) == 8 ? 1e-13 : 1e-5;
  EXPECT_LT(worst, tiny * 10);
  EXPECT_NEAR(engine.dot(at, b), test::judge_of(x).dot(test::judge_of(y)),
              tiny * std::sqrt(static_cast<double>(matrix.rows)) * 10);
}

template <class T>
void expect_same_everywhere(const std::string& backend) {
  NoProgress quiet;
  for (const std::int64_t n : {1, 31, 33, 255, 256, 257, 40000}) {
    SCOPED_TRACE(n);
    const Csr<double> matrix = test::random_matrix(n, 5, 1, static_cast<std::uint64_t>(n));
    const auto expected = all_of(*test::engine_of<T>("scalar", 1, quiet), matrix);
    for (const DeviceFormat format : {DeviceFormat::kCsr, DeviceFormat::kSell}) {
      const auto engine = test::engine_of<T>(backend, 3, quiet, format);
      EXPECT_TRUE(all_of(*engine, matrix) == expected);
    }
    expect_obvious(*test::engine_of<T>(backend, 3, quiet), matrix);
  }
  // Of rows so long that a thread takes few of them at once.
  const Csr<double> dense = test::random_matrix(700, 500, 1, 9);
  EXPECT_TRUE(all_of(*test::engine_of<T>(backend, 3, quiet), dense) ==
              all_of(*test::engine_of<T>("scalar", 1, quiet), dense));
}

TEST_P(SparseEngine, DoesTheSameInDoubleEverywhere) { expect_same_everywhere<double>(GetParam()); }
TEST_P(SparseEngine, DoesTheSameInFloatEverywhere) { expect_same_everywhere<float>(GetParam()); }

TEST_P(SparseEngine, GivesVectorsBack) {
  NoProgress quiet;
  const auto engine = test::engine_of<double>(GetParam(), 2, quiet);
  const Vec<double> kept = engine->vector(numbers(100, 1));
  const std::size_t mark = engine->mark();
  engine->vector(1000);
  engine->release(mark);
  EXPECT_EQ(engine->download(kept), numbers(100, 1));
  EXPECT_EQ(engine->download(engine->vector(50)), std::vector<double>(50));
}

}  // namespace
}  // namespace bitvox::sparse
