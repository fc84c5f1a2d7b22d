// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/slabs.hpp"

#include <algorithm>

namespace bitvox {

ObjectSlices::ObjectSlices(const VolumeSource& in, Phase phase, std::int64_t first,
                           std::int64_t depth)
    : in_(in), phase_(phase), first_(first), shape_(in.shape()) {
  shape_.depth = depth;
}

void ObjectSlices::read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const {
  in_.read_slices(first_ + first, count, words);
  if (phase_ == Phase::kForeground) {
    return;
  }
  const std::int64_t per_row = shape_.words_per_row();
  const std::uint64_t last = shape_.last_word_mask();
  for (std::int64_t row = 0; row < count * shape_.height; ++row, words += per_row) {
    for (std::int64_t i = 0; i < per_row; ++i) {
      words[i] = ~words[i];
    }
    words[per_row - 1] &= last;
  }
}

std::int64_t least_slab_depth(std::int64_t depth, std::int64_t halo) {
  return std::min(depth, std::max<std::int64_t>(1, halo / 2));
}

std::int64_t plan_slab_depth(std::int64_t depth, std::int64_t halo, std::int64_t requested,
                             std::int64_t budget,
                             const std::function<std::int64_t(std::int64_t)>& bytes) {
  if (requested > 0) {
    return std::min(requested, depth);
  }
  const auto fits = [&](std::int64_t slab) {
    return bytes(std::min(depth, slab + 2 * halo)) <= budget;
  };
  if (fits(depth)) {
    return depth;
  }
  // The largest slab that fits, by bisection between one that does and one that does not.
  std::int64_t good = least_slab_depth(depth, halo);
  if (!fits(good)) {
    return 0;
  }
  for (std::int64_t bad = depth; bad - good > 1;) {
    const std::int64_t middle = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace bitvox
