// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_sentence.hpp"

#include <algorithm>

#include "core/options/names.hpp"
#include "core/options/number.hpp"

namespace bitvox::solve {
namespace {

using sparse::Outcome;
using sparse::Preconditioning;

std::string in_words(const Problem& problem, const Attempt& attempt,
                     const std::string& preconditioner) {
  std::string text = word_of(attempt.method);
  if (attempt.method == Method::kGmres && attempt.restart != problem.options.restart) {
    text += " of restart=" + std::to_string(attempt.restart);
  }
  return text +
         (preconditioner == "none" ? " without a preconditioner" : " with " + preconditioner);
}

}  // namespace

// Conjugate gradients may solve what is symmetric but for rounding: hence nothing is refused.
std::string reason_of(const Problem& problem, const Attempt& attempt, Outcome outcome) {
  if (attempt.method == Method::kCg && !problem.properties.symmetric) {
    return "the matrix is not symmetric, which conjugate gradients need: use bicgstab";
  }
  if (attempt.method == Method::kCg && attempt.preconditioner == Preconditioning::kIlut) {
    return "ilut is not symmetric, which conjugate gradients need: use ic0";
  }
  switch (outcome) {
    case Outcome::kConverged:
      break;
    case Outcome::kLimit:
      return "max_iterations were not enough";
    case Outcome::kStagnated:
      return "it stagnated";
    case Outcome::kBreakdown:
      return "it broke down (a division by 0)";
    case Outcome::kNotDefinite:
      return "the matrix or the preconditioner is not positive definite";
  }
  return "";
}

std::string ending(const Problem& problem, const Attempt& attempt, const Attempted& done) {
  const std::string residual = "|b - A x| is " + short_number(done.residual) + " of |b|" +
                               (problem.is_reduced ? " (b without its mean)" : "") + " after " +
                               std::to_string(done.iterations) +
                               (done.iterations == 1 ? " iteration of " : " iterations of ") +
                               in_words(problem, attempt, done.preconditioner);
  if (done.outcome == Outcome::kConverged) return "Solved: " + residual + ".";
  return "Not solved: " + reason_of(problem, attempt, done.outcome) + "; " + residual + ".";
}

std::string tried_too(const Problem& problem, const Attempt& attempt, const std::string& reason) {
  return " Tried too: " + in_words(problem, attempt, word_of(attempt.preconditioner)) + " (" +
         reason + ").";
}

std::string advice(const Problem& problem, const Attempt& attempt, const Attempted& done) {
  const std::int64_t largest = std::min<std::int64_t>(problem.matrix.rows, kLargestRestart);
  const bool has_begun_again =
      attempt.method == Method::kGmres && done.iterations > attempt.restart;
  return has_begun_again && attempt.restart < largest ? " A larger restart= may help." : "";
}

}  // namespace bitvox::solve
