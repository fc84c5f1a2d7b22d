// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_match/match_field.hpp"

#include <algorithm>
#include <cstddef>

namespace bitvox::sample_match {
namespace {

constexpr std::int64_t kStripes = 18;
// Of a pitch, in decimetres.
constexpr std::int64_t kLength = 1050;
constexpr std::int64_t kBreadth = 680;

// Draws the lines of a pitch, all of one width, around where they are.
class Lines {
 public:
  Lines(std::int64_t width, std::int64_t height, std::vector<Part>& parts)
      : width_(width),
        height_(height),
        pitch_(width, height),
        line_(std::max<std::int64_t>(1, height / 320)),
        parts_(parts) {}

  void draw() {
    outline(0, 0, kLength, kBreadth);
    outline(kLength / 2, 0, kLength / 2, kBreadth);
    for (const std::int64_t half : {202, 92}) {  // penalty areas and goal areas
      const std::int64_t deep = half == 202 ? 165 : 55;
      outline(0, kBreadth / 2 - half, deep, kBreadth / 2 + half);
      outline(kLength - deep, kBreadth / 2 - half, kLength, kBreadth / 2 + half);
    }
    ring(kLength / 2, down(91) - down(0));
    for (const std::int64_t spot : {std::int64_t{110}, kLength / 2, kLength - 110}) ring(spot, 0);
  }

 private:
  // Pixels of a place in decimetres.
  std::int64_t along(std::int64_t x) const {
    return pitch_.left + (pitch_.right - pitch_.left) * x / kLength;
  }
  std::int64_t down(std::int64_t y) const {
    return pitch_.top + (pitch_.bottom - pitch_.top) * y / kBreadth;
  }

  // Four lines, or one where two of them are the same.
  void outline(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom) {
    for (const std::int64_t x : {left, right}) fill(along(x), down(top), along(x), down(bottom));
    for (const std::int64_t y : {top, bottom}) fill(along(left), down(y), along(right), down(y));
  }

  // A line from one place to another to its right or below.
  void fill(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom) {
    const std::int64_t before = line_ / 2;
    for (std::int64_t y = top - before; y < bottom - before + line_; ++y) {
      for (std::int64_t x = left - before; x < right - before + line_; ++x) set(x, y);
    }
  }

  // A circle around the middle of the breadth; a spot if its radius is 0.
  void ring(std::int64_t middle, std::int64_t radius) {
    const std::int64_t inner = radius == 0 ? -1 : 2 * radius - line_;
    const std::int64_t outer = 2 * radius + (radius == 0 ? 2 * line_ : line_);
    for (std::int64_t y = -outer; y <= outer; ++y) {
      for (std::int64_t x = -outer; x <= outer; ++x) {
        const std::int64_t twice_squared = 4 * (x * x + y * y);
        if (twice_squared <= outer * outer && (inner < 0 || twice_squared > inner * inner)) {
          set(along(middle) + x, down(kBreadth / 2) + y);
        }
      }
    }
  }

  void set(std::int64_t x, std::int64_t y) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    parts_[static_cast<std::size_t>(y * width_ + x)] = kWhiteLine;
  }

  std::int64_t width_;
  std::int64_t height_;
  Pitch pitch_;
  std::int64_t line_;
  std::vector<Part>& parts_;
};

}  // namespace

std::vector<Part> field_parts(std::int64_t width, std::int64_t height) {
  std::vector<Part> parts(static_cast<std::size_t>(width * height));
  for (std::int64_t x = 0; x < width; ++x) {
    parts[static_cast<std::size_t>(x)] = x * kStripes / width % 2 == 0 ? kLightGrass : kDarkGrass;
  }
  for (std::int64_t y = 1; y < height; ++y) {
    std::copy_n(parts.begin(), width, parts.begin() + y * width);
  }
  Lines(width, height, parts).draw();
  return parts;
}

}  // namespace bitvox::sample_match
