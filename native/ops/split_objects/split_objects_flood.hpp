// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"

namespace bitvox::split_objects {

// Steps 3 and 4, on slopes and passes alone. What is known of slopes i is at i - 1.

// What a height is in the numbers of the image or map.
using NumberOf = std::function<double(std::uint32_t height)>;

// What passes connect is one object, unless slopes of a given marker are in several.
std::int64_t count_connected(std::size_t slopes, const std::vector<Pass>& passes,
                             Progress& progress);

// The marker of each peak: the smallest name among the peaks that are one marker; 0 where a peak is
// none.
std::vector<std::uint32_t> markers_of(const std::vector<std::uint32_t>& peak_heights,
                                      const std::vector<Pass>& passes, const NumberOf& number_of,
                                      double tolerance, Progress& progress);

// The marker to which all slopes belong, of those that are markers. What no marker reaches belongs
// to the smallest name among the slopes that passes connect.
std::vector<std::uint32_t> flood(std::vector<std::uint32_t> markers,
                                 const std::vector<Pass>& passes, Progress& progress);

}  // namespace bitvox::split_objects
