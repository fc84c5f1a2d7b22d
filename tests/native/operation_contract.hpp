// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bits.hpp"
#include "core/threads/progress.hpp"
#include "test_volumes.hpp"

// What every operation owes its callers. An operation's test says how it is run, and instantiates
//
//     INSTANTIATE_TEST_SUITE_P(Granulometry, OperationContract, on_every_backend({...}),
//     contract_name); INSTANTIATE_TEST_SUITE_P(Granulometry, BackendContract,
//     on_every_backend({...}), contract_name);
//
// One without backends instantiates the first with without_backends({...}) alone.
namespace bitvox::test {

struct Outcome {
  std::string backend;  // as reported
  Bits result;
};

struct Operation {
  // Computes one fixed input, large enough to be stopped halfway. Without backends the first two
  // mean nothing.
  std::function<Outcome(const std::string& backend, int threads, Progress& progress)> run;
  // The same with an input or options that must be refused.
  std::function<void(const std::string& backend, Progress& progress)> run_wrong;
  std::int64_t fewest_reports = 2;  // of progress, however fast the machine is
};

struct OperationOn {
  std::string backend;
  Operation operation;
};

inline std::vector<OperationOn> on_backends(const Operation& operation,
                                            const std::vector<std::string>& backends) {
  std::vector<OperationOn> all;
  for (const std::string& backend : backends) all.push_back({backend, operation});
  return all;
}

inline auto on_every_backend(const Operation& operation) {
  return testing::ValuesIn(on_backends(operation, available_backends()));
}

inline auto without_backends(const Operation& operation) {
  return testing::ValuesIn(on_backends(operation, {"cpu"}));
}

inline std::string contract_name(const testing::TestParamInfo<OperationOn>& tested) {
  return tested.param.backend;
}

inline void PrintTo(const OperationOn& tested, std::ostream* out) { *out << tested.backend; }

// The tests are in operation_contract_test.cpp: progress, cancelling, wrong input.
class OperationContract : public testing::TestWithParam<OperationOn> {};

// Those with backends besides: names of backends, numbers of threads.
class BackendContract : public testing::TestWithParam<OperationOn> {};

}  // namespace bitvox::test
