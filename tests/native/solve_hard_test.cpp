// SPDX-License-Identifier: BSD-2-Clause
// Systems that are small, and yet not easy.
#include <gtest/gtest.h>

#include "ops/solve/solve_attempt.hpp"
#include "refusal.hpp"
#include "solve_judge.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::solve {
namespace {

using sparse::Csr;
using sparse::test::made;
using sparse::test::numbers;
using sparse::test::singular_components;
using sparse::test::square;

Result solved(const Csr<double>& matrix, const std::vector<double>& b, const Options& options) {
  NoProgress quiet;
  return solve(matrix, &b, options, quiet);
}

std::string refusal(const Csr<double>& matrix, const std::vector<double>* b,
                    const Options& options) {
  NoProgress quiet;
  return test::refusal([&] { solve(matrix, b, options, quiet); });
}

// Springs of one stiffness in a row, the first one held by a spring of stiffness 1: pulled there,
// all of it moves by 1.
Csr<double> held_rod(std::int64_t n, double stiffness) {
  sparse::Coo coo = square(n);
  for (std::int64_t i = 0; i < n; ++i) {
    coo.add(i, i, (i > 0 ? stiffness : 1) + (i + 1 < n ? stiffness : 0));
    if (i > 0) coo.add(i, i - 1, -stiffness), coo.add(i - 1, i, -stiffness);
  }
  return made(coo);
}

// What holds it is small beside the rest, but no rounding: constants are not taken to 0.
TEST(SolveHard, AStiffRodThatIsHeldIsRegular) {
  for (const std::int64_t n : {2, 50}) {
    for (const double stiffness : {1e6, 1e12, 1e14}) {
      SCOPED_TRACE(std::to_string(n) + " rows of " + std::to_string(stiffness));
      std::vector<double> b(static_cast<std::size_t>(n));
      b[0] = 1;
      const Csr<double> rod = held_rod(n, stiffness);
      EXPECT_EQ(singular_components(rod), 0);
      const Result result = solved(rod, b, {});
      EXPECT_EQ(result.sentence.find("singular"), std::string::npos) << result.sentence;
      if (!result.converged) continue;  // rounding of so large numbers may not allow it
      for (const double x : result.solution) EXPECT_NEAR(x, 1, 1e-2) << result.sentence;
    }
  }
}

// None of them has a preconditioner, and GMRES of 50 vectors stagnates.
TEST(SolveHard, SmallSystemsAreSolvedByAsManyVectorsAsRows) {
  sparse::Coo random = square(150);  // nothing on the diagonal
  test::Random draw(8);
  for (std::int64_t i = 0; i < 150; ++i) {
    random.add(i, (i + 1) % 150, 4);
    for (int k = 0; k < 7; ++k) {
      const std::int64_t j = draw.below(150);
      if (i != j) random.add(i, j, std::abs(sparse::test::number(draw)));
    }
  }
  sparse::Coo skew = square(200);
  for (std::int64_t i = 0; i < 200; ++i) {
    for (int k = 0; k < 3; ++k) {
      const std::int64_t j = k == 0 ? (i + 1) % 200 : draw.below(200);
      if (i == j) continue;
      const double a = k == 0 ? 1 : sparse::test::number(draw);
      skew.add(i, j, a), skew.add(j, i, -a);
    }
  }
  for (const sparse::Coo& coo : {random, skew}) {
    const Csr<double> matrix = made(coo);
    const std::vector<double> b = numbers(matrix.rows, 3);
    const Result result = solved(matrix, b, {});
    EXPECT_TRUE(result.converged) << result.sentence;
    EXPECT_LT(judge::distance(result.solution, judge::dense_solution(matrix, b)), 1e-5)
        << result.sentence;
  }
}

TEST(SolveHard, TheLastRestartIsBoundedInMemoryAndTime) {
  sparse::Properties properties;
  properties.symmetric = true;
  const auto restart = [&](std::int64_t rows, const Options& options) {
    properties.rows = rows;
    const std::vector<Attempt> attempts = attempts_for(properties, options);
    for (std::size_t i = 0; i + 1 < attempts.size(); ++i) EXPECT_EQ(attempts[i].restart, 50);
    return attempts.back().restart;
  };
  EXPECT_EQ(restart(30, {}), 50);
  EXPECT_EQ(restart(300, {}), 300);
  EXPECT_EQ(restart(1000, {}), 1000);
  EXPECT_EQ(restart(1050, {}), 1000);
  EXPECT_EQ(restart(20'000, {}), 231);
  EXPECT_EQ(restart(sparse::kMostRows, {}), 50);
  Options named;
  named.method = Method::kGmres;
  EXPECT_EQ(restart(300, named), 50);
}

// One that stands on one side of the diagonal alone changes nothing, in incomplete factors neither.
TEST(SolveHard, AnEntryOfZeroIsAsGoodAsNone) {
  sparse::Coo coo = square(40);
  for (std::int64_t i = 0; i < 40; ++i) {
    coo.add(i, i, 6);
    if (i > 0) coo.add(i, i - 1, 4), coo.add(i - 1, i, 4);
    if (i > 1) coo.add(i, i - 2, 1), coo.add(i - 2, i, 1);
  }
  const Result without = solved(made(coo), numbers(40, 1), {});
  for (std::int64_t i = 0; i + 3 < 40; ++i) coo.add(i, i + 3, 0);
  const Result result = solved(made(coo), numbers(40, 1), {});
  EXPECT_EQ(result.matrix, without.matrix);
  EXPECT_EQ(result.sentence, without.sentence);
  EXPECT_EQ(result.solution, without.solution);
}

TEST(SolveHard, NumbersOutside32BitFloatsAreNamed) {
  Options options;
  options.precision = Precision::kSingle;
  const std::vector<double> b{1, 2};
  sparse::Coo coo = square(2);
  coo.add(0, 0, 2);
  coo.add(1, 1, -2e200);
  EXPECT_EQ(refusal(made(coo), &b, options),
            "precision=single: the largest entry of row 2 (from 1) is 2e+200 in magnitude, but "
            "32-bit floats go from 1.17549e-38 to 3.40282e+38; use precision=double");
  coo.value = {2e-200, 2};
  EXPECT_EQ(refusal(made(coo), &b, options)
                .find("precision=single: the largest entry of row 1 (fro"
                      "m 1) is 2e-200 in magnitude, "),
            0u);
  coo.add(0, 1, 1e-60);  // beside others it may become 0
  coo.value[0] = 1;
  EXPECT_TRUE(solved(made(coo), b, options).converged);
}

// The length of b is no 64-bit float, nor are sums of its numbers.
TEST(SolveHard, ARightHandSideMayHaveAnyNumbers) {
  constexpr double kHuge = 1.7e308;
  sparse::Coo coo = square(2);
  coo.add(0, 0, 1);
  coo.add(1, 1, 5);
  const Result result = solved(made(coo), {kHuge, kHuge}, {});
  EXPECT_TRUE(result.converged) << result.sentence;
  EXPECT_NEAR(result.solution[0] / kHuge, 1, 1e-7);
  EXPECT_NEAR(result.solution[1] / kHuge, 0.2, 1e-7);
  NoProgress quiet;
  coo.value = {kHuge, kHuge};
  const Result known = solve(made(coo), nullptr, {}, quiet);
  EXPECT_TRUE(known.converged) << known.sentence;
  EXPECT_LT(known.error, 1e-7);
  EXPECT_NEAR(known.solution[1], 1, 1e-7);
  coo.value = {1, -1};  // rows that add up to 0
  coo.add(1, 0, -1), coo.add(0, 1, 1), coo.value = {1, 1, -1, -1};
  const Result singular = solved(made(coo), {kHuge, 0.9 * kHuge}, {});
  EXPECT_TRUE(singular.converged) << singular.sentence;
  EXPECT_NEAR(singular.solution[0] / kHuge, 0.025, 1e-7);
}

TEST(SolveHard, ASolutionThat64BitFloatsDoNotHoldIsRefused) {
  sparse::Coo coo = square(2);
  coo.add(0, 0, 1);
  coo.add(1, 1, 0.5);
  const std::vector<double> b{1, 1.7e308};
  EXPECT_EQ(
      refusal(made(coo), &b, {}),
      "x would have numbers larger than a 64-bit float holds, such as that of row 2 (from 1); "
      "divide the right-hand side by 1e20, say");
}

TEST(SolveHard, SumsThatOverflowAreNamed) {
  sparse::Coo coo = square(2);
  coo.add(0, 0, 1);
  coo.add(1, 0, -1.7e308);
  coo.add(1, 1, -1.7e308);
  EXPECT_EQ(refusal(made(coo), nullptr, {}),
            "the entries of row 2 (from 1) add up to more than a 64-bit float holds, so that no "
            "right-hand side can be made of them; give one");
}

}  // namespace
}  // namespace bitvox::solve
