// SPDX-License-Identifier: BSD-2-Clause
#include "colour/clean_plane.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

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
// the complement, whose outside is 0 too: bits are turned over as they are read and written. Rows
// that come out empty, which are most of them in most planes, are noted and not computed.
class Steps {
 public:
  Steps(const Shape& shape, const std::uint64_t* from, std::uint64_t* plane,
        std::vector<std::uint64_t>& scratch)
      : words_(shape.words_per_row()),
        height_(shape.height),
        last_(shape.last_word_mask()),
        from_(from),
        to_{plane, nullptr},
        occupied_(static_cast<std::size_t>(height_)),
        occupied_next_(occupied_) {
    scratch.resize(static_cast<std::size_t>(words_ * (height_ + 3)));
    to_[1] = scratch.data();
    grown_ = scratch.data() + words_ * height_;
    for (std::int64_t y = 0; y < height_; ++y) {
      const std::uint64_t* const row = from + y * words_;
      std::uint64_t any = 0;
      for (std::int64_t i = 0; i < words_; ++i) any |= row[i];
      occupied_[static_cast<std::size_t>(y)] = any != 0;
    }
  }

  void dilate(int radius) { repeat(radius, 0); }
  void erode(int radius) { repeat(radius, ~std::uint64_t{0}); }
  // Last.
  void clear_empty_rows() {
    for (std::int64_t y = 0; y < height_; ++y) {
      if (!is_occupied(y)) std::fill_n(to_[0] + y * words_, words_, std::uint64_t{0});
    }
  }

 private:
  void repeat(int radius, std::uint64_t flip) {
    for (int i = 0; i < radius; ++i) {
      if (stop_requested()) throw Cancelled();  // a large plane takes milliseconds
      std::swap(to_[0], to_[1]);
      step(flip, to_[0]);
      from_ = to_[0];
      occupied_.swap(occupied_next_);
    }
  }

  void step(std::uint64_t flip, std::uint64_t* to) {
    rows_grown_.fill(-2);
    for (std::int64_t y = 0; y < height_; ++y, to += words_) {
      std::uint64_t any = 0;
      if (may_be_occupied(y, flip)) {
        const std::uint64_t* const three[] = {grown(y - 1, flip), grown(y, flip),
                                              grown(y + 1, flip)};
        any = loops_.join(three, words_, flip, last_, to);
      }
      occupied_next_[static_cast<std::size_t>(y)] = any != 0;
    }
  }

  // Whether row y may have bits after the step: where a row beside it is outside, that is as if it
  // were like row y.
  bool may_be_occupied(std::int64_t y, std::uint64_t flip) const {
    const bool here = is_occupied(y);
    const bool above = is_occupied(std::max<std::int64_t>(y - 1, 0));
    const bool below = is_occupied(std::min(y + 1, height_ - 1));
    return flip == 0 ? above || here || below : above && here && below;
  }
  bool is_occupied(std::int64_t y) const { return occupied_[static_cast<std::size_t>(y)] != 0; }

  // Row y, grown along x. Three of them are kept. The rows beside one that an erosion leaves
  // occupied are occupied or outside, so an empty row is one of a dilation.
  const std::uint64_t* grown(std::int64_t y, std::uint64_t flip) {
    const std::int64_t slot = (y + 3) % 3;
    std::uint64_t* const to = grown_ + slot * words_;
    std::int64_t& row_there = rows_grown_[static_cast<std::size_t>(slot)];
    if (row_there == y) return to;
    row_there = y;
    if (y < 0 || y >= height_ || !is_occupied(y)) {
      std::fill_n(to, words_, std::uint64_t{0});
    } else {
      loops_.grow(from_ + y * words_, words_, flip, last_, to);
    }
    return to;
  }

  const frames::Rows& loops_ = best_rows();
  std::int64_t words_;
  std::int64_t height_;
  std::uint64_t last_;
  const std::uint64_t* from_;
  std::array<std::uint64_t*, 2> to_;  // in turn, so that the last of an even number is the plane
  std::uint64_t* grown_;
  std::array<std::int64_t, 3> rows_grown_{};
  std::vector<std::uint8_t> occupied_;  // [row]: whether it has bits; if not, it is not written
  std::vector<std::uint8_t> occupied_next_;
};

}  // namespace

void clean_plane(const Cleaning& cleaning, const Shape& shape, const std::uint64_t* from,
                 std::uint64_t* plane, std::vector<std::uint64_t>& scratch) {
  if (!cleaning.any()) {
    std::copy_n(from, shape.words_per_slice(), plane);
    return;
  }
  Steps steps(shape, from, plane, scratch);
  steps.erode(cleaning.open);
  steps.dilate(cleaning.open + cleaning.close);
  steps.erode(cleaning.close);
  steps.clear_empty_rows();
}

}  // namespace bitvox::colour
