// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_pass_order.hpp"

#include <algorithm>

namespace bitvox::split_objects {

void keep_highest(std::vector<Pass>& passes, Progress& progress) {
  sort_passes(
      passes, [](const Pass& pass) { return pass.high; }, progress);
  sort_passes(
      passes, [](const Pass& pass) { return pass.low; }, progress);
  std::size_t kept = 0;
  Pulse pulse(progress);
  for (const Pass& pass : passes) {
    pulse.beat();
    Pass* const last = kept > 0 ? &passes[kept - 1] : nullptr;
    if (last != nullptr && last->low == pass.low && last->high == pass.high) {
      last->height = std::max(last->height, pass.height);
    } else {
      passes[kept++] = pass;
    }
  }
  passes.resize(kept);
}

}  // namespace bitvox::split_objects
