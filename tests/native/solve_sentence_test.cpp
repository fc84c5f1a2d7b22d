// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_sentence.hpp"

#include <gtest/gtest.h>

#include "ops/solve/solve.hpp"
#include "sparse_matrices.hpp"

namespace bitvox::solve {
namespace {

using sparse::Csr;
using sparse::Preconditioning;
using sparse::test::made;
using sparse::test::numbers;
using sparse::test::square;

Result solved(const Csr<double>& matrix, const std::vector<double>& b, const Options& options) {
  NoProgress quiet;
  return solve(matrix, &b, options, quiet);
}

Options with(Method method, Preconditioning preconditioner) {
  Options options;
  options.method = method;
  options.preconditioner = preconditioner;
  return options;
}

// Two rows of a path: constants are taken to 0.
Csr<double> pair() {
  sparse::Coo coo = square(2);
  coo.add(0, 0, 1), coo.add(0, 1, -1), coo.add(1, 0, -1), coo.add(1, 1, 1);
  return made(coo);
}

Csr<double> cycle(std::int64_t n) {
  sparse::Coo coo = square(n);
  for (std::int64_t i = 0; i < n; ++i) coo.add(i, (i + 1) % n, 1);
  return made(coo);
}

TEST(SolveSentence, ConjugateGradientsNeedASymmetricPreconditioner) {
  Options options = with(Method::kCg, Preconditioning::kIlut);
  options.fill = 1;
  const Csr<double> matrix = sparse::test::grid(6, 6, 1);
  const Result result = solved(matrix, numbers(matrix.rows, 4), options);
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.sentence.find(
                "Not solved: ilut is not symmetric, which conjugate gradients need: use ic0; "),
            0u)
      << result.sentence;
}

TEST(SolveSentence, SaysOfWhichRightHandSideTheResidualIs) {
  const Result part = solved(pair(), {1, 2}, {});
  EXPECT_NE(part.sentence.find(" of |b| (b without its mean) after "), std::string::npos)
      << part.sentence;
  const Result none = solved(pair(), {1, 1}, {});
  EXPECT_EQ(none.sentence.find("Solved: b without its mean is 0, and so is x."), 0u)
      << none.sentence;
  const Result all = solved(pair(), {1, -1}, {});
  EXPECT_EQ(all.sentence.find("without its mean"), std::string::npos) << all.sentence;
}

// A cycle, which GMRES gets round in as many iterations as it has rows, and not before.
TEST(SolveSentence, AdvisesALargerRestartWhereThereIsOne) {
  std::vector<double> b(40);
  b[0] = 1;
  Options options = with(Method::kGmres, Preconditioning::kNone);
  options.restart = 39;
  options.max_iterations = 400;
  const Result stuck = solved(cycle(40), b, options);
  EXPECT_FALSE(stuck.converged);
  EXPECT_NE(stuck.sentence.find(". A larger restart= may help."), std::string::npos)
      << stuck.sentence;
  options.max_iterations = 39;
  const Result not_begun_again = solved(cycle(40), b, options);
  EXPECT_EQ(not_begun_again.sentence.find("larger restart"), std::string::npos)
      << not_begun_again.sentence;
}

TEST(SolveSentence, NamesTheRestartThatWasTaken) {
  std::vector<double> b(70);
  b[0] = 1;
  const Result result = solved(cycle(70), b, {});
  EXPECT_TRUE(result.converged) << result.sentence;
  EXPECT_NE(result.sentence.find(" of gmres of restart=70 without a preconditioner"),
            std::string::npos)
      << result.sentence;
}

}  // namespace
}  // namespace bitvox::solve
