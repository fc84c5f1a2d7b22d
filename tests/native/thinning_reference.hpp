// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/volumes/shape.hpp"
#include "ops/skeleton2d/imagej_tables.hpp"
#include "ops/skeleton2d/skeleton2d.hpp"
#include "test_volumes.hpp"

// The thinning rules of skeleton2d.hpp as the obvious loop over pixels.
namespace bitvox::test {

// One slice, one byte a pixel.
struct Picture {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::uint8_t> at;

  int operator()(std::int64_t x, std::int64_t y) const {
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    return inside ? at[static_cast<std::size_t>(y * width + x)] : 0;
  }
};

// P2 .. P9 of the report: counter-clockwise from north; P4 is west, P6 south, P8 east.
struct CounterClockwise {
  int p[8];
  CounterClockwise(const Picture& in, std::int64_t x, std::int64_t y)
      : p{in(x, y - 1), in(x - 1, y - 1), in(x - 1, y), in(x - 1, y + 1),
          in(x, y + 1), in(x + 1, y + 1), in(x + 1, y), in(x + 1, y - 1)} {}
  int operator[](int number) const { return p[number - 2]; }
};

inline int steps_up(const Picture& in, std::int64_t x, std::int64_t y) {
  const CounterClockwise p(in, x, y);
  int steps = 0;
  for (int i = 0; i < 8; ++i) steps += p.p[i] == 0 && p.p[(i + 1) % 8] == 1;
  return steps;
}

inline bool hilditch_deletes(const Picture& in, std::int64_t x, std::int64_t y) {
  const CounterClockwise p(in, x, y);
  int black = 0;
  for (const int value : p.p) black += value;
  return black >= 2 && black <= 6 && steps_up(in, x, y) == 1 &&
         (p[2] * p[4] * p[8] == 0 || steps_up(in, x, y - 1) != 1) &&
         (p[2] * p[4] * p[6] == 0 || steps_up(in, x - 1, y) != 1);
}

// P1 .. P8 of the paper: clockwise from north-west.
inline bool guo_hall_deletes(const Picture& in, std::int64_t x, std::int64_t y, int pass) {
  const int p1 = in(x - 1, y - 1), p2 = in(x, y - 1), p3 = in(x + 1, y - 1), p4 = in(x + 1, y);
  const int p5 = in(x + 1, y + 1), p6 = in(x, y + 1), p7 = in(x - 1, y + 1), p8 = in(x - 1, y);
  const int c =
      (!p2 && (p3 || p4)) + (!p4 && (p5 || p6)) + (!p6 && (p7 || p8)) + (!p8 && (p1 || p2));
  const int n1 = (p1 || p2) + (p3 || p4) + (p5 || p6) + (p7 || p8);
  const int n2 = (p2 || p3) + (p4 || p5) + (p6 || p7) + (p8 || p1);
  const int n = n1 < n2 ? n1 : n2;
  const bool side = pass == 0 ? (p2 || p3 || !p5) && p4 : (p6 || p7 || !p1) && p8;
  return c == 1 && n >= 2 && n <= 3 && !side;
}

// ImageJ's tables, see imagej_tables.hpp. That they are ImageJ's is tested in Java.
inline bool imagej_deletes(const Picture& in, std::int64_t x, std::int64_t y, int pass,
                           const char* table) {
  const int index = in(x - 1, y - 1) + 2 * in(x, y - 1) + 4 * in(x + 1, y - 1) + 8 * in(x + 1, y) +
                    16 * in(x + 1, y + 1) + 32 * in(x, y + 1) + 64 * in(x - 1, y + 1) +
                    128 * in(x - 1, y);
  const char entry = table[index];
  return entry == '3' || entry == (pass == 0 ? '1' : '2');
}

// Repeats `passes` passes until they change nothing; returns how often.
template <class Deletes>
std::int64_t thin_until_stable(Picture& picture, int passes, Deletes&& deletes) {
  for (std::int64_t rounds = 1;; ++rounds) {
    bool changed = false;
    for (int pass = 0; pass < passes; ++pass) {
      Picture next = picture;
      for (std::int64_t y = 0; y < picture.height; ++y)
        for (std::int64_t x = 0; x < picture.width; ++x)
          if (picture(x, y) == 1 && deletes(picture, x, y, pass)) {
            next.at[static_cast<std::size_t>(y * picture.width + x)] = 0;
            changed = true;
          }
      picture = next;
    }
    if (!changed) return rounds;
  }
}

// How often the passes of the rule were repeated in each of its stages.
inline std::array<std::int64_t, 2> thin(Picture& picture, skeleton2d::Rule rule) {
  switch (rule) {
    case skeleton2d::Rule::kHilditch:
      return {
          thin_until_stable(
              picture, 1, [](auto& in, auto x, auto y, int) { return hilditch_deletes(in, x, y); }),
          0};
    case skeleton2d::Rule::kGuoHall:
      return {thin_until_stable(picture, 2, guo_hall_deletes), 0};
    default:
      return {thin_until_stable(picture, 2,
                                [](auto& in, auto x, auto y, int pass) {
                                  return imagej_deletes(in, x, y, pass, skeleton2d::kImageJTable);
                                }),
              thin_until_stable(picture, 2, [](auto& in, auto x, auto y, int pass) {
                return imagej_deletes(in, x, y, pass, skeleton2d::kImageJStrayTable);
              })};
  }
}

inline Picture picture_of(const BitVolume& volume, std::int64_t z) {
  const Shape& s = volume.shape();
  Picture picture{s.width, s.height, {}};
  for (std::int64_t y = 0; y < s.height; ++y)
    for (std::int64_t x = 0; x < s.width; ++x) picture.at.push_back(voxel(volume, x, y, z) ? 1 : 0);
  return picture;
}

// 8-connected objects, by flood fill.
inline std::int64_t flood_count(Picture picture) {
  std::int64_t objects = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> open;
  for (std::int64_t y0 = 0; y0 < picture.height; ++y0)
    for (std::int64_t x0 = 0; x0 < picture.width; ++x0) {
      if (picture(x0, y0) == 0) continue;
      ++objects;
      open.push_back({x0, y0});
      while (!open.empty()) {
        const auto [x, y] = open.back();
        open.pop_back();
        if (picture(x, y) == 0) continue;
        picture.at[static_cast<std::size_t>(y * picture.width + x)] = 0;
        for (std::int64_t dy = -1; dy <= 1; ++dy)
          for (std::int64_t dx = -1; dx <= 1; ++dx) open.push_back({x + dx, y + dy});
      }
    }
  return objects;
}

// 4-connected parts of the background, the outside one of them.
inline std::int64_t background_count(const Picture& picture) {
  Picture inverse{picture.width + 2, picture.height + 2, {}};
  for (std::int64_t y = 0; y < inverse.height; ++y)
    for (std::int64_t x = 0; x < inverse.width; ++x)
      inverse.at.push_back(picture(x - 1, y - 1) == 0 ? 1 : 0);
  std::int64_t parts = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> open;
  for (std::int64_t y0 = 0; y0 < inverse.height; ++y0)
    for (std::int64_t x0 = 0; x0 < inverse.width; ++x0) {
      if (inverse(x0, y0) == 0) continue;
      ++parts;
      open.push_back({x0, y0});
      while (!open.empty()) {
        const auto [x, y] = open.back();
        open.pop_back();
        if (inverse(x, y) == 0) continue;
        inverse.at[static_cast<std::size_t>(y * inverse.width + x)] = 0;
        open.insert(open.end(), {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}});
      }
    }
  return parts;
}

}  // namespace bitvox::test
