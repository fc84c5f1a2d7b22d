// SPDX-License-Identifier: BSD-2-Clause
// Every operation makes of random inputs what digests.inc says, which is the same on all platforms.
// By the scalar code, or the backend that BITVOX_TEST_BACKEND names. If an operation's results
// change on purpose, native_digest writes the file anew; its diff shows what has changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <set>
#include <string>

#include "digest.hpp"
#include "fuzz_operation.hpp"

namespace bitvox::fuzz {

void PrintTo(const Digests& digests, std::ostream* out) {
  *out << digests.results << " results of " << digests.inputs << " inputs: " << digests.of_results
       << ", error messages: " << digests.of_errors;
}

namespace {

const Digests kExpected[] = {
#include "digests.inc"
};

class Golden : public testing::TestWithParam<const FuzzOperation*> {};

TEST_P(Golden, ResultsAreTheSameEverywhere) {
  const char* one = std::getenv("BITVOX_TEST_BACKEND");
  const Digests digests = digests_of(*GetParam(), one != nullptr ? one : "scalar");
  const auto* expected = std::ranges::find(kExpected, GetParam()->name(), &Digests::operation);
  ASSERT_NE(expected, std::end(kExpected)) << "not in digests.inc";
  EXPECT_EQ(digests, *expected);
}

INSTANTIATE_TEST_SUITE_P(Operations, Golden, testing::ValuesIn(FuzzOperation::all()),
                         [](const auto& tested) { return tested.param->name(); });

TEST(GoldenFile, NamesOperationsThatThereAre) {
  std::set<std::string> there;
  for (const FuzzOperation* operation : FuzzOperation::all()) there.insert(operation->name());
  for (const Digests& digests : kExpected) {
    EXPECT_TRUE(there.contains(digests.operation)) << digests.operation;
    EXPECT_EQ(digests.results, kGoldenResults) << digests.operation;
  }
}

}  // namespace
}  // namespace bitvox::fuzz
