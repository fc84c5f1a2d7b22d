// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/volumes/shape.hpp"
#include "core/volumes/spacing.hpp"
#include "ops/agents/agents.hpp"

namespace bitvox::agents {

// Pixels first .. last - 1 along an axis.
struct Span {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

// Which pixels an agent covers: those whose middles are at most the radius from its centre. In an
// image of one slice agents are discs, and z does not matter.
class AgentPixels {
 public:
  AgentPixels(const Shape& shape, const Spacing& spacing, double radius)
      : shape_(shape), spacing_(spacing), radius_(radius) {}

  // The rows and the slices that it may cover pixels of.
  Span rows(const Place& place) const { return along(place[1], spacing_.y, shape_.height); }
  Span slices(const Place& place) const {
    return shape_.depth == 1 ? Span{0, 1} : along(place[2], spacing_.z, shape_.depth);
  }

  // The pixels of a row that it covers.
  Span in_row(const Place& place, std::int64_t y, std::int64_t z) const {
    const double dy = middle(y, spacing_.y) - place[1];
    const double dz = shape_.depth == 1 ? 0 : middle(z, spacing_.z) - place[2];
    const double across = dy * dy + dz * dz;
    const double left = radius_ * radius_ - across;
    if (left < 0) return {};
    const auto covers = [&](std::int64_t x) {
      const double dx = middle(x, spacing_.x) - place[0];
      return dx * dx + across <= radius_ * radius_;
    };
    // Roundings of the root are put right.
    const double half = std::sqrt(left);
    Span span{index((place[0] - half) / spacing_.x + 0.5, shape_.width),
              index((place[0] + half) / spacing_.x + 0.5, shape_.width)};
    while (span.first > 0 && covers(span.first - 1)) --span.first;
    while (span.first < span.last && !covers(span.first)) ++span.first;
    while (span.last > span.first && !covers(span.last - 1)) --span.last;
    while (span.last < shape_.width && covers(span.last)) ++span.last;
    return span;
  }

 private:
  static double middle(std::int64_t i, double side) {
    return (static_cast<double>(i) + 0.5) * side;
  }

  // Rounded down, from 0 to `most`.
  static std::int64_t index(double value, std::int64_t most) {
    return static_cast<std::int64_t>(std::clamp(value, 0.0, static_cast<double>(most)));
  }
  Span along(double centre, double side, std::int64_t length) const {
    return {index((centre - radius_) / side - 1, length),
            index((centre + radius_) / side + 1, length)};
  }

  Shape shape_;
  Spacing spacing_;
  double radius_;
};

}  // namespace bitvox::agents
