// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_family.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace bitvox::agents {

Family::Family(std::int64_t count) : first_ones_(count), living_(count) {
  const auto size = static_cast<std::size_t>(count);
  lives_.first.assign(size, 0);
  lives_.last.assign(size, kLiving);
  lives_.parent.assign(size, 0);
}

void Family::divide(std::vector<Mother>& mothers) {
  std::sort(mothers.begin(), mothers.end(),
            [](const Mother& a, const Mother& b) { return a.id < b.id; });
  constexpr std::int64_t kMostIds = std::numeric_limits<std::int32_t>::max() - 1;
  if (std::ssize(lives_.last) + 2 * std::ssize(mothers) > kMostIds) {
    throw InvalidInput("more than " + std::to_string(kMostIds) +
                       " agents are born; use fewer steps, or a larger divide");
  }
  for (Mother& mother : mothers) {
    const auto index = static_cast<std::size_t>(mother.id - 1);
    // Who was born after the last frame was never in one.
    const bool was_seen = lives_.first[index] < frames_;
    lives_.last[index] = was_seen ? frames_ - 1 : -1;
    if (!was_seen) lives_.first[index] = -1;
    mother.daughters = static_cast<std::int32_t>(lives_.last.size()) + 1;
    for (int daughter = 0; daughter < 2; ++daughter) {
      lives_.first.push_back(frames_);
      lives_.last.push_back(kLiving);
      lives_.parent.push_back(mother.id);
    }
  }
  living_ += std::ssize(mothers);
  is_listed_ = is_listed_ && mothers.empty();
}

void Family::list_living() {
  if (is_listed_) return;
  is_listed_ = true;
  ids_.clear();
  ids_.reserve(static_cast<std::size_t>(living_));
  positions_.assign(lives_.last.size() + 1, 0);
  for (std::size_t i = 0; i < lives_.last.size(); ++i) {
    if (lives_.last[i] != kLiving) continue;
    positions_[i + 1] = static_cast<std::int32_t>(ids_.size());
    ids_.push_back(static_cast<std::int64_t>(i) + 1);
  }
}

const std::vector<std::int64_t>& Family::ids() {
  list_living();
  return ids_;
}

const std::vector<std::int32_t>& Family::positions() {
  list_living();
  return positions_;
}

Lives Family::lives() && {
  for (std::int64_t& last : lives_.last) {
    if (last == kLiving) last = frames_ - 1;
  }
  return std::move(lives_);
}

}  // namespace bitvox::agents
