// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "diffusion/link_levels.hpp"

namespace bitvox::weighted_grid {

// The links of one node, added up by where they lead to, in the order in which they come.
class NodeRow {
 public:
  struct Link {
    std::uint32_t to;
    float weight;
  };

  void clear() { links_.clear(); }
  void add(std::uint32_t to, float weight) {
    if (links_.size() < kFew) {
      const auto same =
          std::find_if(links_.begin(), links_.end(), [&](const Link& at) { return at.to == to; });
      if (same != links_.end()) {
        same->weight += weight;
        return;
      }
    }
    links_.push_back({to, weight});
  }
  // After the last one. Of many, those that were not added up yet.
  const std::vector<Link>& sums() {
    if (links_.size() > kFew) {
      std::stable_sort(links_.begin(), links_.end(),
                       [](const Link& a, const Link& b) { return a.to < b.to; });
      std::size_t last = 0;
      for (std::size_t i = 1; i < links_.size(); ++i) {
        if (links_[i].to == links_[last].to) {
          links_[last].weight += links_[i].weight;
        } else {
          links_[++last] = links_[i];
        }
      }
      links_.resize(last + 1);
    }
    return links_;
  }

 private:
  static constexpr std::size_t kFew = 64;  // that are looked through one by one
  std::vector<Link> links_;
};

// The links and grounds of a level whose members are set: sums of those of the finer level, whose
// node i is in aggregate of[i]. What leads to a node in none is a ground.
template <class Finer>
void set_links(LinkLevel& level, const Finer& finer, const PlainVector<std::uint32_t>& of,
               const RowLoop& loop) {
  constexpr std::int64_t kChunk = 8192;
  const auto count = static_cast<std::int64_t>(level.first_member.size()) - 1;
  constexpr std::int64_t kUsualLinks = 20;  // of a node, or less
  struct Part {
    PlainVector<std::uint32_t> to;
    PlainVector<float> weight;
  };
  std::vector<Part> parts(static_cast<std::size_t>((count + kChunk - 1) / kChunk));
  const auto nodes = static_cast<std::size_t>(count);
  level.first_link.resize(nodes + 1);
  level.first_link[0] = 0;
  level.ground.resize(nodes);
  level.diagonal.resize(nodes);
  loop.each(static_cast<std::int64_t>(parts.size()), [&](std::int64_t chunk) {
    Part& part = parts[static_cast<std::size_t>(chunk)];
    NodeRow row;
    const std::int64_t end = std::min(count, (chunk + 1) * kChunk);
    part.to.reserve(static_cast<std::size_t>(kUsualLinks * (end - chunk * kChunk)));
    part.weight.reserve(part.to.capacity());
    for (std::int64_t at = chunk * kChunk; at < end; ++at) {
      const auto node = static_cast<std::size_t>(at);
      float ground = 0;
      row.clear();
      for (auto k = level.first_member[node]; k < level.first_member[node + 1]; ++k) {
        const std::uint32_t member = level.member[static_cast<std::size_t>(k)];
        ground += finer.ground(member);
        finer.each_link(member, [&](std::uint32_t j, float weight) {
          if (of[j] == kNoNode) {
            ground += weight;
          } else if (of[j] != node) {
            row.add(of[j], weight);
          }
        });
      }
      float diagonal = ground;
      for (const NodeRow::Link& link : row.sums()) {
        part.to.push_back(link.to);
        part.weight.push_back(link.weight);
        diagonal += link.weight;
      }
      level.ground[node] = ground;
      level.diagonal[node] = diagonal > 0 ? diagonal : -1.0F;
      level.first_link[node + 1] = static_cast<std::int64_t>(part.to.size());  // within the chunk
    }
  });
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0 && i % kChunk == 0) before = level.first_link[static_cast<std::size_t>(i)];
    level.first_link[static_cast<std::size_t>(i) + 1] += before;
  }
  const auto links = static_cast<std::size_t>(level.first_link.back());
  level.to.resize(links);
  level.weight.resize(links);
  loop.each(static_cast<std::int64_t>(parts.size()), [&](std::int64_t chunk) {
    Part& part = parts[static_cast<std::size_t>(chunk)];
    const auto first = level.first_link[static_cast<std::size_t>(chunk * kChunk)];
    std::copy(part.to.begin(), part.to.end(), level.to.begin() + first);
    std::copy(part.weight.begin(), part.weight.end(), level.weight.begin() + first);
    part = {};
  });
}

}  // namespace bitvox::weighted_grid
