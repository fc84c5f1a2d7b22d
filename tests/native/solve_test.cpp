// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "bits.hpp"
#include "core/options/names.hpp"
#include "refusal.hpp"
#include "solve_judge.hpp"
#include "solve_runs.hpp"
#include "sparse_matrices.hpp"
#include "test_volumes.hpp"

namespace bitvox::solve {
namespace {

using sparse::Csr;
using sparse::Outcome;
using sparse::Preconditioning;
using sparse::test::Border;
using sparse::test::grid;
using sparse::test::numbers;
using sparse::test::singular_components;
using test::bits_of;

Result solved(const Csr<double>& matrix, const std::vector<double>& b, const Options& options) {
  NoProgress quiet;
  return solve(matrix, &b, options, quiet);
}

std::string refusal(const Csr<double>& matrix, const std::vector<double>* b,
                    const Options& options) {
  NoProgress quiet;
  return test::refusal([&] { solve(matrix, b, options, quiet); });
}

Options with(Method method, Preconditioning preconditioner, const std::string& backend) {
  Options options;
  options.method = method;
  options.preconditioner = preconditioner;
  options.backend = backend;
  options.tolerance = 1e-10;
  options.threads = 2;
  return options;
}

class SolveOn : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Backends, SolveOn, testing::ValuesIn(test::available_backends()),
                         test::backend_name);

void expect_solution(const Csr<double>& matrix, const Options& options) {
  const std::vector<double> b = numbers(matrix.rows, 11);
  const Result result = solved(matrix, b, options);
  EXPECT_TRUE(result.converged) << result.sentence;
  EXPECT_LE(result.residual, options.tolerance);
  EXPECT_NEAR(judge::residual(matrix, result.solution, b), result.residual,
              1e-3 * options.tolerance);
  EXPECT_LT(judge::largest_difference(result.solution, judge::direct_solution(matrix, b)), 1e-6)
      << result.sentence;
  EXPECT_EQ(static_cast<std::int64_t>(result.history.size()), result.iterations + 1);
}

TEST_P(SolveOn, EveryMethodAndPreconditionerSolvesASymmetricSystem) {
  const Csr<double> matrix = grid(9, 8, 7);
  for (const Method method : {Method::kCg, Method::kBicgstab, Method::kGmres}) {
    for (const auto kind :
         {Preconditioning::kNone, Preconditioning::kJacobi, Preconditioning::kChebyshev,
          Preconditioning::kMultigrid, Preconditioning::kIlu0, Preconditioning::kIlut,
          Preconditioning::kIc0}) {
      if (GetParam() == "cuda" && needs_cpu(kind)) continue;
      SCOPED_TRACE(word_of(method) + " " + word_of(kind));
      // Of a symmetric matrix ILU(0) is symmetric, ILUT is not.
      if (method == Method::kCg && kind == Preconditioning::kIlut) continue;
      expect_solution(matrix, with(method, kind, GetParam()));
    }
  }
}

TEST_P(SolveOn, SolvesConvectionAndRandomSystems) {
  const Csr<double> matrices[] = {grid(12, 11, 1, Border::kZero, 0.2),
                                  grid(8, 8, 8, Border::kZero, 10),
                                  sparse::test::random_matrix(700, 5, 1.01, 5)};
  for (const Csr<double>& matrix : matrices) {
    for (const Method method : {Method::kBicgstab, Method::kGmres}) {
      for (const auto kind : {Preconditioning::kNone, Preconditioning::kJacobi,
                              Preconditioning::kIlu0, Preconditioning::kIlut}) {
        if (GetParam() == "cuda" && needs_cpu(kind)) continue;
        SCOPED_TRACE(word_of(method) + " " + word_of(kind));
        expect_solution(matrix, with(method, kind, GetParam()));
      }
    }
    Options options;
    options.backend = GetParam();
    options.tolerance = 1e-10;
    expect_solution(matrix, options);
  }
}

TEST_P(SolveOn, HasTheBitsOfOneThreadOfPlainCode) {
  const Csr<double> matrix = grid(18, 19, 50);  // more than one task of a thread
  const std::vector<double> b = numbers(matrix.rows, 3);
  for (const auto& [method, kind] : {std::pair{Method::kCg, Preconditioning::kMultigrid},
                                     std::pair{Method::kBicgstab, Preconditioning::kJacobi},
                                     std::pair{Method::kGmres, Preconditioning::kChebyshev}}) {
    for (const Precision precision : {Precision::kDouble, Precision::kSingle}) {
      Options options = with(method, kind, "scalar");
      options.precision = precision;
      options.threads = 1;
      const test::Bits expected = bits_of(solved(matrix, b, options));
      options.backend = GetParam();
      options.threads = 3;
      EXPECT_TRUE(bits_of(solved(matrix, b, options)) == expected) << word_of(method);
    }
  }
}

// With 32-bit floats, begun again from the true residual.
TEST_P(SolveOn, SinglePrecisionReachesTheResidualsOfDouble) {
  const Csr<double> matrix = grid(16, 15, 14);
  for (const auto& [method, kind] : {std::pair{Method::kCg, Preconditioning::kMultigrid},
                                     std::pair{Method::kGmres, Preconditioning::kJacobi}}) {
    Options options = with(method, kind, GetParam());
    options.precision = Precision::kSingle;
    options.tolerance = 1e-12;
    const std::vector<double> b = numbers(matrix.rows, 3);
    const Result result = solved(matrix, b, options);
    EXPECT_TRUE(result.converged) << result.sentence;
    EXPECT_LE(judge::residual(matrix, result.solution, b), 1.001e-12);
  }
}

// Multigrid needs about as many iterations on large grids; conjugate gradients alone do not.
TEST_P(SolveOn, MultigridIterationsHardlyGrow) {
  const auto iterations = [&](std::int64_t n, Preconditioning kind) {
    const Csr<double> matrix = grid(n, n, n);
    const Result result =
        solved(matrix, numbers(matrix.rows, 2), with(Method::kCg, kind, GetParam()));
    EXPECT_TRUE(result.converged) << result.sentence;
    return result.iterations;
  };
  EXPECT_LE(iterations(24, Preconditioning::kMultigrid), 25);
  EXPECT_LE(iterations(24, Preconditioning::kMultigrid),
            iterations(8, Preconditioning::kMultigrid) + 10);
  EXPECT_GE(iterations(24, Preconditioning::kNone), 60);
}

// Rooms of 7^3 joined by one-voxel doors: what makes over-corrected cycles indefinite.
TEST_P(SolveOn, MultigridGoesThroughDoors) {
  const std::int64_t n = 24;
  sparse::Coo coo = sparse::test::square(n * n * n);
  const auto is_open = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const bool wall = x % 8 == 7 || y % 8 == 7 || z % 8 == 7;
    const int middles = (x % 8 == 3) + (y % 8 == 3) + (z % 8 == 3);
    return !wall || middles == 2;
  };
  for (std::int64_t z = 0; z < n; ++z)
    for (std::int64_t y = 0; y < n; ++y)
      for (std::int64_t x = 0; x < n; ++x) {
        const std::int64_t i = (z * n + y) * n + x;
        double links = z == 0 && is_open(x, y, z) ? 1 : 0;
        const auto link = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
          if (a < 0 || b < 0 || c < 0 || a >= n || b >= n || c >= n) return;
          if (!is_open(x, y, z) || !is_open(a, b, c)) return;
          coo.add(i, (c * n + b) * n + a, -1);
          ++links;
        };
        link(x - 1, y, z), link(x + 1, y, z), link(x, y - 1, z);
        link(x, y + 1, z), link(x, y, z - 1), link(x, y, z + 1);
        coo.add(i, i, links == 0 ? 1 : links);
      }
  expect_solution(sparse::test::made(coo),
                  with(Method::kCg, Preconditioning::kMultigrid, GetParam()));
}

TEST(Solve, ChoosesAMethodForEachKindOfMatrix) {
  const auto chosen = [](const Csr<double>& matrix) {
    const Result result = solved(matrix, numbers(matrix.rows, 2), {});
    EXPECT_TRUE(result.converged) << result.sentence;
    return result.method + " " + result.preconditioner;
  };
  EXPECT_EQ(chosen(grid(20, 20, 1)), "cg multigrid of 2 levels");
  EXPECT_EQ(chosen(grid(20, 20, 1, Border::kZero, 0.3)), "bicgstab ilu0");
  sparse::Coo coo = sparse::test::square(50);  // symmetric, positive, not dominant
  for (std::int64_t i = 0; i < 50; ++i) {
    coo.add(i, i, 6);
    if (i > 0) coo.add(i, i - 1, 4), coo.add(i - 1, i, 4);
    if (i > 1) coo.add(i, i - 2, 1), coo.add(i - 2, i, 1);
  }
  EXPECT_EQ(chosen(sparse::test::made(coo)), "cg ic0");
  for (std::int64_t i = 0; i < 50; ++i) coo.add(i, i, -6);  // nothing left on the diagonal
  EXPECT_EQ(chosen(sparse::test::made(coo)).substr(0, 5), "gmres");
}

TEST(Solve, SaysThatAMatrixIsNotDefinite) {
  sparse::Coo coo = sparse::test::square(30);  // positive diagonal, yet indefinite
  for (std::int64_t i = 0; i < 30; ++i) {
    coo.add(i, i, 1);
    if (i > 0) coo.add(i, i - 1, 3), coo.add(i - 1, i, 3);
  }
  const Csr<double> matrix = sparse::test::made(coo);
  const std::vector<double> b = numbers(30, 2);
  const Result alone = solved(matrix, b, with(Method::kCg, Preconditioning::kNone, "auto"));
  EXPECT_FALSE(alone.converged);
  EXPECT_EQ(alone.outcome, Outcome::kNotDefinite);
  EXPECT_NE(alone.sentence.find("Not solved: the matrix or the preconditioner is not positive "
                                "definite; |b - A x| is "),
            std::string::npos)
      << alone.sentence;
  const Result any = solved(matrix, b, {});
  EXPECT_TRUE(any.converged) << any.sentence;
  EXPECT_EQ(any.method, "gmres");
  EXPECT_NE(any.sentence.find("Tried too: cg with ic0 ("), std::string::npos) << any.sentence;
  EXPECT_LT(judge::largest_difference(any.solution, judge::direct_solution(matrix, b)), 1e-6);
}

// "It stagnated" is no help where another method would do.
TEST(Solve, SaysThatConjugateGradientsNeedASymmetricMatrix) {
  const Csr<double> matrix = grid(12, 11, 1, Border::kZero, 5);
  Options options;
  options.method = Method::kCg;
  const Result result = solved(matrix, numbers(matrix.rows, 2), options);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.sentence.find("Not solved: the matrix is not symmetric, which conjugate "
                                 "gradients need: use bicgstab; |b - A x| is "),
            0)
      << result.sentence;
  EXPECT_EQ(result.sentence.find("ic0"), std::string::npos) << result.sentence;
  sparse::Coo coo = sparse::test::square(20);  // symmetric but for rounding: nothing is refused
  for (std::int64_t i = 0; i < 20; ++i) {
    coo.add(i, i, 4);
    if (i > 0) coo.add(i, i - 1, -1), coo.add(i - 1, i, -1 - 1e-15);
  }
  const Result nearly = solved(sparse::test::made(coo), numbers(20, 2), options);
  EXPECT_TRUE(nearly.converged) << nearly.sentence;
}

TEST(Solve, SaysThatItStagnatesBreaksDownOrReachesTheLimit) {
  sparse::Coo coo = sparse::test::square(40);  // a cycle, which GMRES(5) does not get round
  for (std::int64_t i = 0; i < 40; ++i) coo.add(i, (i + 1) % 40, 1);
  std::vector<double> b(40);
  b[0] = 1;
  Options options = with(Method::kGmres, Preconditioning::kNone, "auto");
  options.restart = 5;
  options.max_iterations = 3000;
  const Result stuck = solved(sparse::test::made(coo), b, options);
  EXPECT_EQ(stuck.outcome, Outcome::kStagnated) << stuck.sentence;
  const Result broken =
      solved(sparse::test::made(coo), b, with(Method::kBicgstab, Preconditioning::kNone, "auto"));
  EXPECT_EQ(broken.outcome, Outcome::kBreakdown) << broken.sentence;
  EXPECT_NE(broken.sentence.find("Not solved: it broke down (a division by 0); "),
            std::string::npos);
  options = with(Method::kCg, Preconditioning::kNone, "auto");
  options.max_iterations = 3;
  const Result few = solved(grid(9, 9, 9), numbers(729, 1), options);
  EXPECT_EQ(few.outcome, Outcome::kLimit);
  EXPECT_EQ(few.iterations, 3);
  EXPECT_LT(few.residual, 1);
  options.max_iterations = 5000;
  options.tolerance = 1e-15;  // less than rounding allows here
  const Csr<double> stiff = sparse::test::graph_laplacian(200, 3, 4);
  const Result rounded = solved(stiff, numbers(200, 1), options);
  EXPECT_FALSE(rounded.converged) << rounded.sentence;
  EXPECT_LT(rounded.residual, 1e-9);
}

// The first one comes nearest; the second one has no preconditioner, as with all fill the last
// pivot of three rows is 0.
TEST(Solve, NamesEveryAttemptThatFailed) {
  sparse::Coo coo = sparse::test::square(53);
  for (const auto& [i, j, a] : std::vector<std::tuple<int, int, double>>{
           {0, 0, 1}, {0, 2, 1}, {1, 0, 1}, {1, 1, 1}, {2, 1, 1}, {2, 2, -1}}) {
    coo.add(i, j, a);
  }
  for (std::int64_t i = 3; i < 53; ++i) {
    coo.add(i, i, 1);
    if (i > 3) coo.add(i, i - 1, -1);
  }
  Options options = with(Method::kGmres, Preconditioning::kAuto, "auto");
  options.max_iterations = 1;
  const Result none = solved(sparse::test::made(coo), numbers(53, 1), options);
  EXPECT_FALSE(none.converged);
  EXPECT_EQ(none.preconditioner, "ilu0") << none.sentence;
  EXPECT_NE(none.sentence.find("Tried too: gmres with ilut (there is no preconditioner 'ilut': row "
                               "3 (from 1) has the pivot 0). Tried too: gmres with jacobi (max_"),
            std::string::npos)
      << none.sentence;
}

// Constants are removed from b, and x has mean 0, on each part.
TEST(Solve, GraphLaplaciansHaveTheSolutionOfMeanZero) {
  const Csr<double> matrices[] = {grid(7, 6, 5, Border::kNoFlux),
                                  sparse::test::graph_laplacian(150, 2, 9)};
  for (const Csr<double>& matrix : matrices) {
    const std::vector<double> b = numbers(matrix.rows, 5);
    for (const auto kind : {Preconditioning::kAuto, Preconditioning::kJacobi}) {
      Options options;
      options.preconditioner = kind;
      options.tolerance = 1e-11;
      const Result result = solved(matrix, b, options);
      EXPECT_TRUE(result.converged) << result.sentence;
      EXPECT_GT(singular_components(matrix), 0);
      EXPECT_NE(result.sentence.find("the solution of mean 0"), std::string::npos);
      EXPECT_NE(result.sentence.find("For b as it is there is no solution"), std::string::npos);
      EXPECT_LT(judge::distance(result.solution, judge::pseudo_solution(matrix, b)), 1e-6);
    }
  }
}

TEST(Solve, WithoutARightHandSideTheErrorIsKnown) {
  NoProgress quiet;
  const Result result = solve(grid(9, 9, 9), nullptr, {}, quiet);
  EXPECT_TRUE(result.converged);
  for (const double x : result.solution) EXPECT_NEAR(x, 1, 1e-6);
  EXPECT_GT(result.error, 0);
  EXPECT_LT(result.error, 1e-6);
  const Result singular = solve(grid(9, 9, 9, Border::kNoFlux), nullptr, {}, quiet);
  EXPECT_TRUE(singular.converged);
  EXPECT_NEAR(singular.solution.front(), -1, 1e-5);
  EXPECT_NEAR(singular.solution.back(), 1, 1e-5);
}

// A small residual says little about x there.
TEST(Solve, SaysThatASolutionIsFarFromTheKnownOne) {
  NoProgress quiet;
  sparse::Coo coo = sparse::test::square(2);
  coo.add(0, 0, 1), coo.add(0, 1, 2), coo.add(1, 0, 2), coo.add(1, 1, 4);
  const Result result = solve(sparse::test::made(coo), nullptr, {}, quiet);
  EXPECT_TRUE(result.converged);
  EXPECT_GT(result.error, 0.1);  // any (1 + 2 t, 1 - t) solves it
  EXPECT_NE(result.sentence.find(" But x differs from the known solution by 0.5 of its largest "
                                 "number: the matrix is singular or nearly so. With "
                                 "tolerance=1e-14 x comes nearer, unless it is singular."),
            std::string::npos)
      << result.sentence;
  Options strict;
  strict.tolerance = 1e-14;
  const Result strictly = solve(sparse::test::made(coo), nullptr, strict, quiet);
  EXPECT_EQ(strictly.sentence.find("With tolerance="), std::string::npos) << strictly.sentence;
  const Result sound = solve(grid(9, 9, 9), nullptr, {}, quiet);
  EXPECT_EQ(sound.sentence.find("But x"), std::string::npos) << sound.sentence;
}

TEST(Solve, OfZeroIsZero) {
  const Result result = solved(grid(3, 3, 3), std::vector<double>(27), {});
  EXPECT_EQ(result.solution, std::vector<double>(27));
  EXPECT_EQ(result.sentence, "Solved: b is 0, and so is x.");
}

// Tiny and huge numbers are as good as others, in 32-bit floats too.
TEST(Solve, ScaleDoesNotMatter) {
  const Csr<double> matrix = grid(7, 7, 7);
  for (const double factor : {1e-200, 1e200}) {
    std::vector<double> b = numbers(matrix.rows, 5);
    for (double& value : b) value *= factor;
    Options options;
    options.precision = Precision::kSingle;
    EXPECT_TRUE(solved(matrix, b, options).converged) << factor;
  }
}

TEST(Solve, RefusesWhatIsImpossible) {
  const Csr<double> matrix = grid(3, 3, 3);
  const std::vector<double> b(27, 1.0);
  Options options;
  options.tolerance = 1;
  EXPECT_EQ(refusal(matrix, &b, options), "tolerance=1 is not allowed; use 1e-15 to 0.1");
  options = {};
  options.restart = 0;
  EXPECT_EQ(refusal(matrix, &b, options), "restart=0 is not allowed; use 1 to 1000");
  const std::vector<double> few(26, 1.0);
  EXPECT_EQ(refusal(matrix, &few, {}),
            "the right-hand side has 26 numbers, but the matrix has 27 rows");
  std::vector<double> bad = b;
  bad[4] = INFINITY;
  EXPECT_EQ(refusal(matrix, &bad, {}), "number 5 of the right-hand side is not finite");
  sparse::Coo coo = sparse::test::square(3);
  coo.add(0, 0, 1);
  coo.add(2, 0, 1);
  EXPECT_EQ(refusal(sparse::test::made(coo), nullptr, {}),
            "the matrix is singular: row 2 (from 1) has no entry other than 0");
  coo.add(1, 0, 1);
  EXPECT_EQ(refusal(sparse::test::made(coo), nullptr, {}),
            "the matrix is singular: column 2 (from 1) has no entry other than 0");
  coo.columns = 4;
  EXPECT_EQ(refusal(sparse::test::made(coo), nullptr, {}),
            "the matrix has 3 rows and 4 columns; only systems of as many equations as unknowns "
            "can be solved");
  coo = sparse::test::square(2);
  coo.add(0, 1, 1);
  coo.add(1, 0, 1);
  const std::vector<double> two{1, 2};
  options = {};
  options.preconditioner = Preconditioning::kJacobi;
  EXPECT_EQ(refusal(sparse::test::made(coo), &two, options),
            "there is no preconditioner 'jacobi': 2 rows have a 0 on the diagonal");
  options.preconditioner = Preconditioning::kIc0;
  EXPECT_EQ(refusal(sparse::test::random_matrix(30, 3, 2, 1), nullptr, options),
            "there is no preconditioner 'ic0': the matrix is not symmetric; use ilu0 or ilut");
}

}  // namespace
}  // namespace bitvox::solve
