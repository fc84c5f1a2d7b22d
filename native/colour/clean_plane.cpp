// SPDX-License-Identifier: BSD-2-Clause
#include "colour/clean_plane.hpp"

#include <algorithm>
#include <cstddef>

#include "colour/frames_rows.hpp"
#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::colour {
namespace {

const frames::Rows& best_rows() {
  static const frames::Rows& rows = rows_for<frames::Rows>(best_cpu());
  return rows;
}

// A dilation by 3 x 3 pixels ORs the neighbours, and outside is 0. An erosion is the dilation of
// the complement, whose outside is 0 too: bits are turned over as they are read and written.
class Steps {
 public:
  Steps(const Shape& shape, std::uint64_t* plane, std::vector<std::uint64_t>& scratch)
      : words_(shape.words_per_row()),
        height_(shape.height),
        last_(shape.last_word_mask()),
        plane_(plane),
        rows_(scratch) {
    rows_.resize(static_cast<std::size_t>(3 * words_));
  }

  void dilate(int radius) { repeat(radius, 0); }
  void erode(int radius) { repeat(radius, ~std::uint64_t{0}); }

 private:
  void repeat(int radius, std::uint64_t flip) {
    for (int i = 0; i < radius; ++i) {
      if (stop_requested()) throw Cancelled();  // a large plane takes milliseconds
      grow(flip);
    }
  }

  // Row y, grown along x, for the three rows around the one that is written.
  std::uint64_t* kept(std::int64_t y) { return rows_.data() + (y + 3) % 3 * words_; }

  void grow_row(std::int64_t y, std::uint64_t flip) {
    std::uint64_t* const to = kept(y);
    if (y < 0 || y >= height_) {
      std::fill_n(to, words_, std::uint64_t{0});
      return;
    }
    loops_.grow(plane_ + y * words_, words_, flip, last_, to);
  }

  void grow(std::uint64_t flip) {
    grow_row(-1, flip);
    grow_row(0, flip);
    for (std::int64_t y = 0; y < height_; ++y) {
      grow_row(y + 1, flip);
      std::uint64_t* const row = plane_ + y * words_;
      const std::uint64_t* const three[] = {kept(y - 1), kept(y), kept(y + 1)};
      loops_.join(three, words_, flip, row);
      row[words_ - 1] &= last_;
    }
  }

  const frames::Rows& loops_ = best_rows();
  std::int64_t words_;
  std::int64_t height_;
  std::uint64_t last_;
  std::uint64_t* plane_;
  std::vector<std::uint64_t>& rows_;
};

}  // namespace

void clean_plane(const Cleaning& cleaning, const Shape& shape, std::uint64_t* plane,
                 std::vector<std::uint64_t>& scratch) {
  Steps steps(shape, plane, scratch);
  steps.erode(cleaning.open);
  steps.dilate(cleaning.open + cleaning.close);
  steps.erode(cleaning.close);
}

}  // namespace bitvox::colour
