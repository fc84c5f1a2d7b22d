// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "ops/sample_match/sample_match.hpp"

// The match by its definition, pixel after pixel: every pixel asks every player whether it is his.
namespace bitvox::sample_match::reference {

using Number = std::int64_t;

// What is at a pixel: a colour, a class and a player.
struct Seen {
  std::array<int, 3> rgb;
  int kind = 0;
  int player = 0;
};

inline bool between(Number number, Number first, Number behind) {
  return first <= number && number < behind;
}

inline Number floor_of(Number number, Number by) {
  return static_cast<Number>(std::floor(static_cast<double>(number) / static_cast<double>(by)));
}

// One parabola up and one down, of 65536 steps together, 32768 high.
inline Number height_of_wave(Number step) {
  const Number in_turn = ((step % 65536) + 65536) % 65536;
  const Number in_half = in_turn % 32768;
  const Number arch = in_half * (32768 - in_half) / 8192;
  return in_turn < 32768 ? arch : -arch;
}

class Match {
 public:
  explicit Match(const Options& options)
      : options_(options),
        width_(options.width),
        height_(options.height),
        unit_(std::max<Number>(512, height_ * 256 / 80)) {
    const Number x = width_ / 20;
    const Number y = height_ / 12;
    for (int player = 0; player < 2 * options.players + 1; ++player) {
      Random random(static_cast<std::uint64_t>(options.seed), static_cast<std::uint64_t>(player));
      Walk walk{};
      choose(random, x * 256, (width_ - 1 - x) * 256, walk.of_x);
      choose(random, y * 256, (height_ - 1 - y) * 256, walk.of_y);
      walks_.push_back(walk);
    }
  }

  // Of the background where the frame is below 0.
  Seen at(Number x, Number y, Number frame) const {
    Seen seen = field(x, y);
    if (frame < 0) return seen;
    Number front = -1;
    for (int player = 0; player < static_cast<int>(walks_.size()); ++player) {
      const Walk& walk = walks_[static_cast<std::size_t>(player)];
      const Number foot = place(walk.of_y, frame);
      if (foot < front) continue;  // of equal ones the later is in front
      if (look_at(player, 256 * x + 128 - place(walk.of_x, frame), 256 * y + 128 - foot, seen)) {
        front = foot;
      }
    }
    return seen;
  }

  // The levels of a whole frame, three for each pixel.
  std::vector<int> levels(Number frame) const {
    Random random(static_cast<std::uint64_t>(options_.seed),
                  (std::uint64_t{1} << 20) + static_cast<std::uint64_t>(frame));
    const double scale = frame < 0 ? 0 : options_.noise / 209.02153 * 65536;
    const Number factor = std::llround(scale);
    const Number percent = std::llround(options_.light / 100 * 65536);
    const Number light =
        65536 + (frame < 0 ? 0 : floor_of(percent * height_of_wave(256 * frame), 32768));
    std::vector<int> all;
    for (Number y = 0; y < height_; ++y) {
      for (Number x = 0; x < width_; ++x) {
        for (const int level : at(x, y, frame).rgb) {
          const std::uint64_t bytes = random.next();
          Number sum = 0;
          for (int i = 0; i < 8; ++i) sum += static_cast<Number>(bytes >> 8 * i & 255);
          const Number value = floor_of(level * light + (sum - 1020) * factor + 32768, 65536);
          all.push_back(static_cast<int>(std::min<Number>(255, std::max<Number>(0, value))));
        }
      }
    }
    return all;
  }

 private:
  struct Along {
    Number home, slow, fast;
    Number slow_step, slow_phase, fast_step, fast_phase;
  };
  struct Walk {
    Along of_x, of_y;
  };

  static void choose(Random& random, Number from, Number to, Along& along) {
    along.slow = (to - from) / 6;
    along.fast = (to - from) / 40;
    const Number most = to - along.slow - along.fast;
    const Number least = from + along.slow + along.fast;
    along.home = least + random.below(most - least + 1);
    along.slow_step = 65 + random.below(100);
    along.slow_phase = random.below(65536);
    along.fast_step = 220 + random.below(440);
    along.fast_phase = random.below(65536);
  }

  static Number place(const Along& a, Number frame) {
    const Number slow = a.slow * height_of_wave(a.slow_phase + frame * a.slow_step);
    const Number fast = a.fast * height_of_wave(a.fast_phase + frame * a.fast_step);
    return a.home + floor_of(slow, 32768) + floor_of(fast, 32768);
  }

  // Whether the player covers a place, relative to his foot, in 256ths of a pixel.
  bool look_at(int player, Number x, Number y, Seen& seen) const {
    const int team = player / options_.players;  // 2 for the referee
    static constexpr std::array<int, 3> kShirts[] = {{196, 36, 44}, {226, 198, 44}, {36, 176, 190}};
    static constexpr std::array<int, 3> kPants[] = {{34, 48, 128}, {38, 36, 40}, {16, 84, 98}};
    if (is_in(x, y + unit_ * 4, unit_ / 2, unit_ / 2)) {
      seen = {{222, 176, 144}, kHead, 0};
      if (player % 2 == 1) seen.rgb = {124, 84, 60};
    } else if (is_in(x, y + unit_ * 12 / 5, unit_, unit_ * 7 / 5)) {
      seen = {kShirts[team], team + 1, player + 1};
    } else if (is_in(x, y + unit_, unit_ * 4 / 5, unit_)) {
      seen = {kPants[team], team + 1, player + 1};
    } else {
      return false;
    }
    return true;
  }

  static bool is_in(Number x, Number y, Number a, Number b) {
    return x * x * b * b + y * y * a * a <= a * a * b * b;
  }

  Seen field(Number x, Number y) const {
    if (is_line(x, y)) return {{226, 230, 224}, kField, 0};
    if (x * 18 / width_ % 2 == 0) return {{66, 140, 58}, kField, 0};
    return {{52, 118, 46}, kField, 0};
  }

  bool is_line(Number x, Number y) const {
    const Number thick = std::max<Number>(1, height_ / 320);
    const Number x0 = width_ / 20, x1 = width_ - 1 - x0;
    const Number y0 = height_ / 12, y1 = height_ - 1 - y0;
    const auto to_x = [&](Number decimetres) { return x0 + (x1 - x0) * decimetres / 1050; };
    const auto to_y = [&](Number decimetres) { return y0 + (y1 - y0) * decimetres / 680; };
    const auto near = [&](Number at, Number first, Number last) {
      return between(at, first - thick / 2, last - thick / 2 + thick);
    };
    // Left, top, right and bottom of what is drawn around.
    const Number frames[][4] = {{0, 0, 1050, 680},     {525, 0, 525, 680}, {0, 138, 165, 542},
                                {885, 138, 1050, 542}, {0, 248, 55, 432},  {995, 248, 1050, 432}};
    for (const auto& f : frames) {
      const Number left = to_x(f[0]), right = to_x(f[2]), top = to_y(f[1]), bottom = to_y(f[3]);
      if (!near(x, left, right) || !near(y, top, bottom)) continue;
      if (near(x, left, left) || near(x, right, right)) return true;
      if (near(y, top, top) || near(y, bottom, bottom)) return true;
    }
    const double dy = static_cast<double>(y - to_y(340));
    const auto far = [&](Number middle) {
      return std::hypot(static_cast<double>(x - to_x(middle)), dy);
    };
    const double radius = static_cast<double>(to_y(91) - to_y(0));
    const double half = static_cast<double>(thick) / 2;
    if (far(525) > radius - half && far(525) <= radius + half) return true;
    return far(110) <= 2 * half || far(525) <= 2 * half || far(940) <= 2 * half;
  }

  Options options_;
  Number width_;
  Number height_;
  Number unit_;
  std::vector<Walk> walks_;
};

}  // namespace bitvox::sample_match::reference
