// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_filter.hpp"

#include <string>

#include "core/error.hpp"

namespace bitvox::label {

void check_sizes(const Options& options) {
  if (options.max_size > 0 && options.max_size < options.min_size) {
    throw InvalidInput("max_size=" + std::to_string(options.max_size) +
                       " is not allowed; use 0 (no limit), or min_size=" +
                       std::to_string(options.min_size) + " or more");
  }
}

KeptLabels keep_objects(const std::vector<std::int64_t>& sizes,
                        const std::vector<std::uint8_t>& faces, std::uint8_t border,
                        const Options& options, Progress& progress) {
  constexpr std::size_t kLabelsBetweenReports = std::size_t{1} << 20;
  std::vector<std::uint32_t> labels(sizes.size());
  std::int64_t best = -1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i % kLabelsBetweenReports == 0) progress.report(0, 1);
    const bool stays = sizes[i] >= options.min_size &&
                       (options.max_size == 0 || sizes[i] <= options.max_size) &&
                       (!options.no_border || (faces[i] & border) == 0);
    labels[i] = stays ? 1 : 0;
    if (stays && (best < 0 || sizes[i] > sizes[static_cast<std::size_t>(best)])) {
      best = static_cast<std::int64_t>(i);
    }
  }
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i % kLabelsBetweenReports == 0) progress.report(0, 1);
    const bool stays = labels[i] != 0 && (!options.largest || static_cast<std::int64_t>(i) == best);
    labels[i] = stays ? ++count : 0;
  }
  return {std::move(labels), count};
}

}  // namespace bitvox::label
