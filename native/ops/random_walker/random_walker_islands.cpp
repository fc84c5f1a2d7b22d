// SPDX-License-Identifier: BSD-2-Clause
#include "ops/random_walker/random_walker_islands.hpp"

#include "core/disjoint_sets.hpp"
#include "diffusion/row_numbers.hpp"
#include "ops/random_walker/random_walker_input.hpp"

namespace bitvox::random_walker {
namespace {

using Segment = Islands::Segment;

bool any_wall(const GridField<float>& values, const GridField<State>& states, const RowLoop& loop) {
  const Grid& grid = values.grid();
  RowNumbers walls(grid);
  return walls.largest(loop, [&](std::int64_t y, std::int64_t z) {
    const float* const value = values.row(y, z);
    const State* const state = states.row(y, z);
    bool any = false;
    for (std::int64_t x = 0; x < grid.width; ++x) any = any || is_wall(value[x], state[x]);
    return any ? 1.0 : 0.0;
  }) > 0;
}

// What walls leave of each row, and what hangs together of it.
class Segments {
 public:
  Segments(const GridField<float>& values, const GridField<State>& states, const RowLoop& loop)
      : grid_(values.grid()), rows_(static_cast<std::size_t>(grid_.rows())) {
    loop(grid_, [&](std::int64_t y, std::int64_t z) { cut(y, z, values, states); });
    std::size_t count = 0;
    for (Row& row : rows_) {
      row.first = count;
      count += row.segments.size();
    }
    sets_ = DisjointSets<std::size_t>(count);
    for (std::int64_t z = 0; z < grid_.depth; ++z) {
      loop.progress().report(z, grid_.depth);
      for (std::int64_t y = 0; y < grid_.height; ++y) {
        if (y > 0) join(row(y - 1, z), row(y, z));
        if (z > 0) join(row(y, z - 1), row(y, z));
      }
    }
  }

  Islands without_seeds() {
    std::vector<char> seeded(sets_.size());
    const auto each = [&](const auto& body) {
      for (const Row& row : rows_) {
        for (std::size_t i = 0; i < row.segments.size(); ++i) {
          body(row.segments[i], sets_.root(row.first + i));
        }
      }
    };
    each([&](const Cut& cut, std::size_t root) {
      if (cut.seeded) seeded[root] = 1;
    });
    Islands islands;
    each([&](const Cut& cut, std::size_t root) {
      if (seeded[root] == 0) islands.segments.push_back(cut.segment);
    });
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (sets_.root(i) == i && seeded[i] == 0) ++islands.count;
    }
    return islands;
  }

 private:
  struct Cut {
    Segment segment;
    bool seeded = false;
  };
  struct Row {
    std::vector<Cut> segments;
    std::size_t first = 0;  // number of its first segment
  };

  Row& row(std::int64_t y, std::int64_t z) {
    return rows_[static_cast<std::size_t>(z * grid_.height + y)];
  }

  void cut(std::int64_t y, std::int64_t z, const GridField<float>& values,
           const GridField<State>& states) {
    const float* const value = values.row(y, z);
    const State* const state = states.row(y, z);
    std::vector<Cut>& out = row(y, z).segments;
    for (std::int64_t x = 0; x < grid_.width;) {
      if (is_wall(value[x], state[x])) {
        ++x;
        continue;
      }
      Cut cut{{z * grid_.height + y, x, x}};
      for (; x < grid_.width && !is_wall(value[x], state[x]); ++x) {
        cut.seeded = cut.seeded || state[x] >= kFirstSeed;
      }
      cut.segment.end = x;
      out.push_back(cut);
    }
  }

  // Those of two rows side by side that touch.
  void join(const Row& a, const Row& b) {
    std::size_t i = 0, j = 0;
    while (i < a.segments.size() && j < b.segments.size()) {
      const Segment& of_a = a.segments[i].segment;
      const Segment& of_b = b.segments[j].segment;
      if (of_a.first < of_b.end && of_b.first < of_a.end) {
        sets_.join(a.first + i, b.first + j);
      }
      if (of_a.end < of_b.end) {
        ++i;
      } else {
        ++j;
      }
    }
  }

  const Grid grid_;
  std::vector<Row> rows_;
  DisjointSets<std::size_t> sets_{0};
};

}  // namespace

Islands find_islands(const GridField<float>& values, const GridField<State>& states, int threads,
                     Progress& progress) {
  const RowLoop loop(threads, progress);
  if (!any_wall(values, states, loop)) return {};
  return Segments(values, states, loop).without_seeds();
}

std::vector<std::int64_t> voxels_of_labels(const Islands& islands, const GridField<State>& winners,
                                           std::int64_t labels) {
  std::vector<std::int64_t> voxels(static_cast<std::size_t>(labels));
  const std::int64_t height = winners.grid().height;
  for (const Segment& segment : islands.segments) {
    const State* const winner = winners.row(segment.row % height, segment.row / height);
    for (std::int64_t x = segment.first; x < segment.end; ++x) {
      ++voxels[static_cast<std::size_t>(winner[x] - kFirstSeed)];
    }
  }
  return voxels;
}

}  // namespace bitvox::random_walker
