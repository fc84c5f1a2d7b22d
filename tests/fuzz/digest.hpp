// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>

#include "fuzz_operation.hpp"

namespace bitvox::fuzz {

// What an operation made of random inputs, the same on every machine. If the digests of two
// machines or compilers differ, so do their results.
struct Digests {
  std::string operation;
  int results = 0;  // of so many inputs:
  int inputs = 0;
  std::string of_results;
  std::string of_errors;  // of the sentences that say what is wrong with the other inputs
  bool operator==(const Digests&) const = default;
};

inline constexpr int kGoldenResults = 60;

// Of that many results, by one thread.
Digests digests_of(const FuzzOperation& operation, const std::string& backend);

// One of these inputs.
Outcome golden_outcome(const FuzzOperation& operation, std::uint32_t input,
                       const std::string& backend);
std::string digest_of(const Outcome& outcome);

}  // namespace bitvox::fuzz
