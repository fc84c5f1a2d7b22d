// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ops/local_thickness/local_thickness_rows.hpp"

namespace bitvox::local_thickness {

template <class T>
struct Ball {
  T square;
  std::int32_t x, y, z;
};

// The largest first. Whole numbers digit by digit, the lowest first: thousands of balls have a few
// hundred different squares.
template <class Item>
void sort_by_falling_square(std::vector<Item>& items, std::vector<Item>& scratch) {
  using T = decltype(Item::square);
  if constexpr (std::is_floating_point_v<T>) {
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return a.square > b.square; });
  } else {
    constexpr int kDigitBits = 8;
    constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
    scratch.resize(items.size());
    for (int shift = 0; shift < 8 * static_cast<int>(sizeof(T)); shift += kDigitBits) {
      const auto digit = [&](const Item& item) { return item.square >> shift & (kDigits - 1); };
      std::array<std::size_t, kDigits> begins{};
      for (const Item& item : items) ++begins[digit(item)];
      std::size_t sum = 0;
      for (std::size_t i = kDigits; i-- > 0;) {
        const std::size_t count = begins[i];
        begins[i] = sum;
        sum += count;
      }
      for (const Item& item : items) scratch[begins[digit(item)]++] = item;
      items.swap(scratch);  // an even number of times
    }
  }
}

// Boxes that grow: the first voxels are beyond the last ones as long as there are none.
constexpr LocalBox no_voxels() {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  return {kMost, -1, kMost, -1, kMost, -1};
}

inline void add_box(const LocalBox& box, LocalBox& to) {
  to = {std::min(to.x0, box.x0), std::max(to.x1, box.x1), std::min(to.y0, box.y0),
        std::max(to.y1, box.y1), std::min(to.z0, box.z0), std::max(to.z1, box.z1)};
}

// Adds the box of a brick's open voxels; false where there are none.
template <class T>
bool add_open(const Brick<T>& brick, LocalBox& to) {
  const int height = brick_height(brick.planar != 0);
  std::uint32_t columns = 0;
  for (int row = 0; row < kBrickRows; ++row) {
    if (brick.open[row] == 0) continue;
    columns |= brick.open[row];
    const int y = brick.y + row % height;
    const int z = brick.z + row / height;
    add_box({to.x0, to.x1, y, y, z, z}, to);
  }
  if (columns == 0) return false;
  to.x0 = std::min(to.x0, brick.x + std::countr_zero(columns));
  to.x1 = std::max(to.x1, brick.x + 31 - std::countl_zero(columns));
  return true;
}

// Balls as the inner loops read them.
template <class T>
class BallArrays {
 public:
  void make_room(std::int64_t count) {
    const auto most = static_cast<std::size_t>(count + kBallsBehind);
    if (most <= x_.size()) return;
    x_.resize(most);
    y_.resize(most);
    z_.resize(most);
    square_.resize(most);
    limit_.resize(most);
    view_ = {x_.data(), y_.data(), z_.data(), square_.data(), limit_.data(), 0};
  }

  void assign(const std::vector<Ball<T>>& balls, double near) {
    make_room(static_cast<std::int64_t>(balls.size()));
    std::size_t i = 0;
    for (const Ball<T>& ball : balls) {
      x_[i] = ball.x;
      y_[i] = ball.y;
      z_[i] = ball.z;
      square_[i] = ball.square;
      limit_[i] = limit_of(ball.square, near);
      ++i;
    }
    std::fill_n(limit_.begin() + static_cast<std::ptrdiff_t>(i), kBallsBehind, 0.0F);
    view_.count = static_cast<std::int64_t>(i);
  }

  std::int64_t count() const { return view_.count; }
  Balls<T>& view() { return view_; }

 private:
  // At least the square, where floats are rounded.
  static float limit_of(T square, double near) {
    const auto limit = static_cast<float>(static_cast<double>(square) * near * near);
    return sizeof(T) == 2 ? limit : limit * (1 + 0x1p-19F);
  }

  std::vector<std::int32_t> x_, y_, z_;
  std::vector<T> square_;
  std::vector<float> limit_;
  Balls<T> view_{};
};

}  // namespace bitvox::local_thickness
