// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/local_thickness/local_thickness_centres.hpp"
#include "ops/local_thickness/local_thickness_grid.hpp"
#include "ops/local_thickness/local_thickness_lists.hpp"
#include "ops/local_thickness/local_thickness_rows.hpp"

namespace bitvox::local_thickness {

// A ball's centre, where in its tile.
template <class T>
struct Centre {
  T square;
  std::uint8_t x, y, z;
};

// Hands out the balls that reach a tile, from all tiles around and the largest first, a few at a
// time. Each tile around has a list of its centres by falling square; a heap has the largest one
// left of each. So a tile that a few large balls cover looks at no others, however many there are.
//
// Exact: balls come by falling square, so what the first ones cover has its largest ball; and where
// the largest ball left of a list would not reach the open voxels from anywhere in its tile, no
// later one does, as balls become smaller and open voxels fewer.
template <class T>
class BallQueue {
 public:
  // Of one list. At most one for every tile around.
  struct Source {
    T square;  // of the largest ball left
    std::int64_t tile;
    const Centre<T>* next;
    const Centre<T>* end;
  };

  void clear(const TileBox& target) {
    target_ = target;
    sources_.clear();
  }
  void add(std::int64_t tile, const std::vector<Centre<T>>& centres) {
    if (centres.empty()) return;
    sources_.push_back(
        {centres.front().square, tile, centres.data(), centres.data() + centres.size()});
  }
  void start() { std::make_heap(sources_.begin(), sources_.end(), is_smaller); }

  bool empty() const { return sources_.empty(); }

  // Puts up to `most` balls that reach a box of the target into the list, as seen from the target's
  // first voxel. reaches(dx, dy, dz, square): whether a ball reaches so far.
  template <class Reaches>
  void take(std::size_t most, const TileGrid& grid, const LocalBox& open, const Reaches& reaches,
            std::vector<Ball<T>>& balls) {
    balls.clear();
    while (balls.size() < most && !sources_.empty()) {
      throw_if_stopped();
      std::pop_heap(sources_.begin(), sources_.end(), is_smaller);
      Source& source = sources_.back();
      const TileBox from = grid.box(source.tile);
      const auto x = static_cast<std::int32_t>(from.x0 - target_.x0);
      const auto y = static_cast<std::int32_t>(from.y0 - target_.y0);
      const auto z = static_cast<std::int32_t>(from.z0 - target_.z0);
      const bool any = reaches(gap(x, x + (from.x1 - from.x0), open.x0, open.x1),
                               gap(y, y + (from.y1 - from.y0), open.y0, open.y1),
                               gap(z, z + (from.z1 - from.z0), open.z0, open.z1), source.square);
      if (!any) {
        sources_.pop_back();
        continue;
      }
      // As many as are at least as large as any of the others.
      const T rest = sources_.size() > 1 ? sources_.front().square : T{0};
      const Centre<T>* next = source.next;
      for (; next != source.end && next->square >= rest && balls.size() < most; ++next) {
        const Ball<T> ball{next->square, x + next->x, y + next->y, z + next->z};
        if (reaches(gap(ball.x, ball.x, open.x0, open.x1), gap(ball.y, ball.y, open.y0, open.y1),
                    gap(ball.z, ball.z, open.z0, open.z1), ball.square)) {
          balls.push_back(ball);
        }
      }
      if (next == source.end) {
        sources_.pop_back();
      } else {
        source.next = next;
        source.square = next->square;
        std::push_heap(sources_.begin(), sources_.end(), is_smaller);
      }
    }
  }

 private:
  static bool is_smaller(const Source& a, const Source& b) { return a.square < b.square; }

  TileBox target_{};
  std::vector<Source> sources_;
};

}  // namespace bitvox::local_thickness
