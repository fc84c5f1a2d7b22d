// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_parts.hpp"

#include <algorithm>

#include "core/threads/progress_parts.hpp"

namespace bitvox::split_objects {

std::vector<std::uint32_t> number_parts(Watershed& watershed,
                                        const std::vector<std::uint32_t>& part_of,
                                        Progress& progress) {
  auto [finding, sorting, writing] = progress_parts(progress, 2, 1, 2);
  const std::vector<std::uint32_t> firsts = watershed.first_voxels(std::ssize(part_of), finding);
  sorting.report(0, 1);
  std::vector<std::uint32_t> first_of(part_of.size(), kNowhere);  // of parts, by name
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    std::uint32_t& first = first_of[part_of[i] - 1];
    first = std::min(first, firsts[i]);
  }
  std::vector<std::uint32_t> names;
  for (std::size_t i = 0; i < first_of.size(); ++i) {
    if (first_of[i] != kNowhere) names.push_back(static_cast<std::uint32_t>(i + 1));
  }
  std::sort(names.begin(), names.end(),
            [&](std::uint32_t a, std::uint32_t b) { return first_of[a - 1] < first_of[b - 1]; });
  std::vector<std::uint32_t> label_of(part_of.size());  // of parts, by name
  for (std::size_t i = 0; i < names.size(); ++i) {
    label_of[names[i] - 1] = static_cast<std::uint32_t>(i + 1);
  }
  std::vector<std::uint32_t> labels(part_of.size() + 1);  // of slopes; 0 stays 0
  for (std::size_t i = 0; i < part_of.size(); ++i) labels[i + 1] = label_of[part_of[i] - 1];
  watershed.relabel(labels, writing);
  return names;
}

}  // namespace bitvox::split_objects
