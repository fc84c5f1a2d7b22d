// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/link_cycle_cpu.hpp"

#include <algorithm>

namespace bitvox::weighted_grid {
namespace {

#define BITVOX_INLINE inline
#include "diffusion/link_nodes.inl"
#undef BITVOX_INLINE

// body(i) for every node, some thousand at a time.
template <class Body>
void each_node(const Nodes& nodes, const RowLoop& loop, const Body& body) {
  constexpr std::int64_t kBatch = 4096;
  const auto run = [&](std::int64_t batch) {
    const std::int64_t end = std::min(nodes.count, (batch + 1) * kBatch);
    for (std::int64_t i = batch * kBatch; i < end; ++i) body(i);
  };
  if (nodes.count <= kBatch) {
    run(0);
  } else {
    loop.each((nodes.count + kBatch - 1) / kBatch, run);
  }
}

}  // namespace

LinkCycleCpu::LinkCycleCpu(const Links& finest, const RowLoop& loop)
    : levels_(link_levels(finest, loop)), vectors_(levels_.size()) {
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const LinkLevel& level = levels_[i];
    Vectors& vectors = vectors_[i];
    for (PlainVector<float>* vector : {&vectors.rhs, &vectors.value, &vectors.swept}) {
      vector->resize(level.ground.size());
    }
    nodes_.push_back({level.count(), level.first_link.data(), level.to.data(), level.weight.data(),
                      level.ground.data(), level.diagonal.data(), level.first_member.data(),
                      level.member.data(), vectors.rhs.data(), vectors.value.data(),
                      vectors.swept.data()});
  }
}

void LinkCycleCpu::correct(const GridField<float>& left, float times, GridField<float>& value,
                           const RowLoop& loop) const {
  const float* const of_cells = left.row(0, 0);
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    each_node(nodes_[at], loop, [&](std::int64_t i) {
      start_node(nodes_[at], i, [&](std::uint32_t member) {
        return at == 0 ? of_cells[member] : left_of_node(nodes_[at - 1], member);
      });
    });
  }
  for (std::size_t at = nodes_.size(); at-- > 0;) {
    float* const finer = at == 0 ? value.row(0, 0) : nodes_[at - 1].value;
    each_node(nodes_[at], loop, [&](std::int64_t i) { sweep_node(nodes_[at], i); });
    each_node(nodes_[at], loop,
              [&](std::int64_t i) { correct_members(nodes_[at], i, times, finer); });
  }
}

}  // namespace bitvox::weighted_grid
