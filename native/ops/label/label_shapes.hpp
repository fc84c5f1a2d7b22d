// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/label/label.hpp"
#include "ops/label/label_run_source.hpp"

namespace bitvox::label {

// Adds surfaces and Euler numbers to `count` objects, from the labels of the runs, by their ranks.
void measure_shapes(const BitVolume& volume, const std::vector<std::uint32_t>& labels_of_runs,
                    std::int64_t count, const Options& options, int threads, Objects& objects,
                    Progress& progress);
void measure_shapes(const LabelVolume& volume, std::int64_t count, const Options& options,
                    int threads, Objects& objects, Progress& progress);

}  // namespace bitvox::label
