// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/slabs.hpp"

#include <algorithm>

namespace bitvox {

std::int64_t plan_slab_depth(const SliceLimits& limits, const MemoryUser& user,
                             const Memory& memory,
                             const std::function<std::int64_t(std::int64_t)>& bytes) {
  const auto fits = [&](std::int64_t depth) { return bytes(depth) <= memory.free; };
  if (fits(limits.most)) {
    return limits.most;
  }
  // By bisection between one that fits and one that does not.
  std::int64_t good = std::min(limits.least, limits.most);
  require_memory(user, memory, bytes(good));
  for (std::int64_t bad = limits.most; bad - good > 1;) {
    const std::int64_t middle = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace bitvox
