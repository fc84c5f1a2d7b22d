// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "ops/stiffness/stiffness_body.hpp"
#include "ops/stiffness/stiffness_engine.hpp"
#include "ops/stiffness/stiffness_tensor.hpp"

namespace bitvox::stiffness {

struct Job {
  const Solid& solid;
  const Options& options;
  std::string backend;
  MakeEngine make_engine;
  int threads;
  const Maps& maps;
};

// Between plates across an axis. Where nothing joins them there are no elements.
Case run_axis(const Job& job, int axis, Progress& progress);

// The six cases of a tensor.
std::vector<Case> run_tensor(const Job& job, Tensor& tensor, Progress& progress);

}  // namespace bitvox::stiffness
