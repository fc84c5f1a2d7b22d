// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
template <class T>
void sort_by_falling_square(std::vector<Ball<T>>& balls, std::vector<Ball<T>>& scratch) {
  if constexpr (std::is_floating_point_v<T>) {
    std::sort(balls.begin(), balls.end(),
              [](const Ball<T>& a, const Ball<T>& b) { return a.square > b.square; });
  } else {
    constexpr int kDigitBits = 8;
    constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
    scratch.resize(balls.size());
    for (int shift = 0; shift < 8 * static_cast<int>(sizeof(T)); shift += kDigitBits) {
      const auto digit = [&](const Ball<T>& ball) { return ball.square >> shift & (kDigits - 1); };
      std::array<std::size_t, kDigits> begins{};
      for (const Ball<T>& ball : balls) ++begins[digit(ball)];
      std::size_t sum = 0;
      for (std::size_t i = kDigits; i-- > 0;) {
        const std::size_t count = begins[i];
        begins[i] = sum;
        sum += count;
      }
      for (const Ball<T>& ball : balls) scratch[begins[digit(ball)]++] = ball;
      balls.swap(scratch);
    }
  }
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

  void assign(const std::vector<Ball<T>>& balls) {
    make_room(static_cast<std::int64_t>(balls.size()));
    std::size_t i = 0;
    for (const Ball<T>& ball : balls) {
      x_[i] = ball.x;
      y_[i] = ball.y;
      z_[i] = ball.z;
      square_[i] = ball.square;
      limit_[i] = limit_of(ball.square);
      ++i;
    }
    std::fill_n(limit_.begin() + static_cast<std::ptrdiff_t>(i), kBallsBehind, 0.0F);
    view_.count = static_cast<std::int64_t>(i);
  }

  std::int64_t count() const { return view_.count; }
  Balls<T>& view() { return view_; }

 private:
  // At least the square, where floats are rounded.
  static float limit_of(T square) {
    const auto limit = static_cast<float>(square);
    return sizeof(T) == 2 ? limit : limit * (1 + 0x1p-19F);
  }

  std::vector<std::int32_t> x_, y_, z_;
  std::vector<T> square_;
  std::vector<float> limit_;
  Balls<T> view_{};
};

}  // namespace bitvox::local_thickness
