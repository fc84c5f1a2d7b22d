// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "ops/solve/solve_attempt.hpp"

namespace bitvox::solve {

// Why an attempt did not converge: "it stagnated".
std::string reason_of(const Problem& problem, const Attempt& attempt, sparse::Outcome outcome);

// How the attempt ended of which the result is: "Solved: |b - A x| is 3e-09 of |b| after 5
// iterations of cg with multigrid of 2 levels."
std::string ending(const Problem& problem, const Attempt& attempt, const Attempted& done);

// Another attempt: " Tried too: gmres with ilut (it stagnated)."
std::string tried_too(const Problem& problem, const Attempt& attempt, const std::string& reason);

// What may help where the attempt did not, or nothing: " A larger restart= may help."
std::string advice(const Problem& problem, const Attempt& attempt, const Attempted& done);

}  // namespace bitvox::solve
