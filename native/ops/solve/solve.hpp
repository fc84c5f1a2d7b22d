// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"
#include "linear_systems/krylov.hpp"
#include "linear_systems/preconditioner.hpp"
#include "linear_systems/properties.hpp"

namespace bitvox::solve {

// Solves A x = b, where A is a sparse square matrix of real numbers, by an iterative method with a
// preconditioner: conjugate gradients, BiCGStab, or restarted GMRES.
//
// The residual is |b - A x| / |b|, by the root of the sum of squares. What is reported in the end
// is the true one: made anew of x, in double. Where it is larger than what the iteration believed,
// the method begins again from there; with 32-bit floats that is how x gets the accuracy of 64
// bits.
//
// A symmetric matrix may take constants to 0, on all rows or on parts of them that nothing joins:
// graph Laplacians do. It is taken to do so where its rows add up to 0 up to rounding, 2.2e-16 for
// each entry of the row times the sum of its magnitudes. Then x is the solution whose mean is 0 on
// each of these parts, and what b has of constants there, of which no solution exists, is taken
// away first (least squares). Other singular matrices are not found out beforehand: methods
// stagnate or break down on them, which the result says.
//
// K. Rupp, F. Rudolf, J. Weinbub, "ViennaCL - a high level linear algebra library for GPUs and
// multi-core CPUs", GPUScA 2010; R. Barrett and others, "Templates for the solution of linear
// systems", SIAM 1994. The methods and preconditioners: linear_systems/krylov.hpp,
// linear_systems/preconditioner.hpp.

inline constexpr int kLargestRestart = 1000;

enum class Method { kAuto, kCg, kBicgstab, kGmres };

// What matrix and vectors are in while iterating; sums and the residual in the end are in double.
enum class Precision { kDouble, kSingle };

struct Options : RunOptions {
  Method method = Method::kAuto;
  sparse::Preconditioning preconditioner = sparse::Preconditioning::kAuto;
  Precision precision = Precision::kDouble;
  double tolerance = 1e-8;  // of the residual
  int max_iterations = 10000;
  int restart = 50;    // of GMRES; the last try of kAuto: at least
  int fill = 10;       // of ILUT: entries a row keeps in each factor
  double drop = 1e-3;  // and what part of a row's norm is dropped

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("method", &Options::method);
    field("preconditioner", &Options::preconditioner);
    field("precision", &Options::precision);
    field("tolerance", &Options::tolerance, within(1e-15, 0.1));
    field("max_iterations", &Options::max_iterations, within(1, 10'000'000));
    field("restart", &Options::restart, within(1, kLargestRestart));
    field("fill", &Options::fill, within(0, 1000));
    field("drop", &Options::drop, within(0, 1));
  }
};

struct Result {
  std::vector<double> solution;  // x
  bool converged = false;
  // Of the last method, or the best; in Java the sentence says it.
  sparse::Outcome outcome = sparse::Outcome::kConverged;
  std::string method;           // "cg"
  std::string preconditioner;   // "multigrid of 5 levels"
  std::string sentence;         // how it ended
  std::int64_t iterations = 0;  // of the method that is named
  double residual = 0;          // the true one, in double, of b without the constants taken away
  std::vector<double> history;  // residuals as the method has them, from 1 on; history[i] after i
  // Where no b was given: the largest |x_i - y_i| over the largest |y_i|, y being what b was made
  // of.
  double error = 0;
  std::string matrix;            // "symmetric, positive definite (strictly diagonally dominant)"
  std::int64_t longest_row = 0;  // entries of the row that has the most
  std::int64_t bandwidth = 0;    // the largest distance of an entry from the diagonal
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("solution", &Result::solution);
    field("converged", &Result::converged);
    field("method", &Result::method);
    field("preconditioner", &Result::preconditioner);
    field("sentence", &Result::sentence);
    field("iterations", &Result::iterations);
    field("residual", &Result::residual);
    field("history", &Result::history);
    field("error", &Result::error);
    field("matrix", &Result::matrix);
    field("longest_row", &Result::longest_row);
    field("bandwidth", &Result::bandwidth);
    field("run", &Result::run);
  }
};

// The same bits for every backend and number of threads, but that ILU(0), ILUT and IC(0) run on the
// CPU alone. Without b it is A y, where y is 1 everywhere, or, where A takes constants to 0, rises
// from -1 to 1 along the rows. Throws InvalidInput (options out of range; a matrix that is not
// square or has an empty row or column, or numbers that 32-bit floats do not hold while they are
// asked for; b of another length, or not finite; an x that 64-bit floats do not hold; a
// preconditioner that does not exist for this matrix), Cancelled, HostOutOfMemory, DeviceError.
Result solve(const sparse::Csr<double>& matrix, const std::vector<double>* b,
             const Options& options, Progress& progress);

}  // namespace bitvox::solve
