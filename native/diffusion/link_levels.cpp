// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/link_levels.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "diffusion/link_aggregates.hpp"
#include "diffusion/link_rows.hpp"

namespace bitvox::weighted_grid {
namespace {

constexpr double kFewerAtLeast = 0.9;  // or there is no point in a further level
constexpr std::int64_t kMostBytesPerCell = 160;

// Cells of the grid, numbered by their places in a field. What is between rows is no cell, and has
// no links.
class Cells {
 public:
  explicit Cells(const Links& links)
      : x_(links.x.row(0, 0)),
        y_(links.y.row(0, 0)),
        z_(links.z.row(0, 0)),
        ground_(links.ground.row(0, 0)),
        diagonal_(links.diagonal.row(0, 0)),
        row_(links.grid.stride()),
        slice_(row_ * links.grid.height),
        count_(row_ * links.grid.rows()) {}

  std::int64_t count() const { return count_; }
  float ground(std::int64_t i) const { return ground_[i]; }
  float diagonal(std::int64_t i) const { return diagonal_[i]; }

  template <class Body>
  void each_link(std::int64_t i, const Body& body) const {
    const auto visit = [&](std::int64_t to, float weight) {
      if (weight > 0) body(static_cast<std::uint32_t>(to), weight);
    };
    if (i > 0) visit(i - 1, x_[i - 1]);
    visit(i + 1, x_[i]);
    if (i >= row_) visit(i - row_, y_[i - row_]);
    visit(i + row_, y_[i]);
    if (i >= slice_) visit(i - slice_, z_[i - slice_]);
    visit(i + slice_, z_[i]);
  }

 private:
  const float *x_, *y_, *z_, *ground_, *diagonal_;
  std::int64_t row_, slice_, count_;
};

class LevelNodes {
 public:
  explicit LevelNodes(const LinkLevel& level) : level_(level) {}

  std::int64_t count() const { return level_.count(); }
  float ground(std::int64_t i) const { return level_.ground[static_cast<std::size_t>(i)]; }
  float diagonal(std::int64_t i) const { return level_.diagonal[static_cast<std::size_t>(i)]; }

  template <class Body>
  void each_link(std::int64_t i, const Body& body) const {
    const auto end = static_cast<std::size_t>(level_.first_link[static_cast<std::size_t>(i) + 1]);
    for (auto k = static_cast<std::size_t>(level_.first_link[static_cast<std::size_t>(i)]); k < end;
         ++k) {
      body(level_.to[k], level_.weight[k]);
    }
  }

 private:
  const LinkLevel& level_;
};

// In ascending order, whatever the order of threads.
void set_members(LinkLevel& level, std::int64_t count, const PlainVector<std::uint32_t>& of,
                 const RowLoop& loop) {
  const auto nodes = static_cast<std::int64_t>(of.size());
  PlainVector<std::int64_t>& firsts = level.first_member;
  firsts.assign(static_cast<std::size_t>(count) + 1, 0);
  const auto each = [&](const auto& body) {
    each_range(nodes, loop, [&](std::int64_t first, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
        if (of[i] != kNoNode) body(i, std::atomic_ref(firsts[of[i]]));
      }
    });
  };
  each([](std::size_t, std::atomic_ref<std::int64_t> members) {
    members.fetch_add(1, std::memory_order_relaxed);
  });
  std::int64_t before = 0;  // each becomes the end of its own
  for (std::int64_t& first : firsts) first = before += first;
  level.member.resize(static_cast<std::size_t>(before));
  each([&](std::size_t i, std::atomic_ref<std::int64_t> end) {
    const std::int64_t at = end.fetch_sub(1, std::memory_order_relaxed) - 1;
    level.member[static_cast<std::size_t>(at)] = static_cast<std::uint32_t>(i);
  });
  each_range(count, loop, [&](std::int64_t first, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) {
      std::sort(level.member.begin() + firsts[i], level.member.begin() + firsts[i + 1]);
    }
  });
}

// The next level; one without nodes where there is none.
template <class Finer>
LinkLevel next_level(const Finer& finer, std::int64_t nodes, const RowLoop& loop) {
  LinkLevel level;
  PlainVector<std::uint32_t> of;
  const Aggregation aggregation(finer, loop);
  const std::int64_t count = aggregation.number(of);
  if (static_cast<double>(count) > kFewerAtLeast * static_cast<double>(nodes)) return level;
  set_members(level, count, of, loop);
  set_links(level, finer, of, loop);
  return level;
}

}  // namespace

bool can_have_link_levels(const Grid& grid) {
  return !grid.periodic && grid.stride() * grid.rows() < kNoNode - 1;
}

std::int64_t link_levels_bytes(const Grid& grid) { return kMostBytesPerCell * grid.cells(); }

std::vector<LinkLevel> link_levels(const Links& finest, const RowLoop& loop) {
  std::vector<LinkLevel> levels;
  LinkLevel level = next_level(Cells(finest), finest.grid.cells(), loop);
  while (level.count() > 0) {
    levels.push_back(std::move(level));
    const LinkLevel& last = levels.back();
    if (last.count() == 1) break;
    level = next_level(LevelNodes(last), last.count(), loop);
  }
  return levels;
}

}  // namespace bitvox::weighted_grid
