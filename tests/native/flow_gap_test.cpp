// SPDX-License-Identifier: BSD-2-Clause
// The distances between bodies against slow judges that know nothing of axes and edges: the largest
// gap along any direction, which is the distance or less the way apart, and the shortest way
// between points that are drawn to one another.
#include "ops/flow/flow_gap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

constexpr double kAnyFar = 1e300;

double uniform(test::Random& random, double least, double most) {
  return least + (most - least) * static_cast<double>(random.below(1 << 24)) / (1 << 24);
}

Vector direction(test::Random& random) {
  for (;;) {
    const Vector v{uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
    const double length = length_of(v);
    if (length > 0.1 && length < 1) return scaled(v, 1 / length);
  }
}

// Turned, or along the axes: then many things are parallel.
Body random_body(test::Random& random) {
  Body body;
  if (random.below(4) == 0) {
    const double radius = uniform(random, 0.5, 4);
    body.half = {radius, radius, radius};
    return body;
  }
  body.kind = Body::Kind::kBox;
  for (std::size_t a = 0; a < 3; ++a) body.half[a] = uniform(random, 0.5, a == 2 ? 9 : 3);
  if (random.below(3) == 0) return body;
  body.axes[0] = direction(random);
  const Vector aside = cross(body.axes[0], direction(random));
  body.axes[1] = scaled(aside, 1 / length_of(aside));
  body.axes[2] = cross(body.axes[0], body.axes[1]);
  return body;
}

double reach_along(const Body& body, const Vector& n) {
  if (body.kind == Body::Kind::kSphere) return body.half[0];
  double reach = 0;
  for (std::size_t a = 0; a < 3; ++a) reach += std::abs(dot(body.axes[a], n)) * body.half[a];
  return reach;
}

double gap_along(const Body& a, const Body& b, const Vector& way, const Vector& n) {
  return dot(way, n) - reach_along(a, n) - reach_along(b, n);
}

// Of directions all over the sphere, the best ones looked at more and more closely.
double widest_gap(const Body& a, const Body& b, const Vector& way, test::Random& random) {
  constexpr int kDirections = 2000;
  std::vector<std::pair<double, Vector>> all;
  for (int i = 0; i < kDirections; ++i) {
    const double z = 1 - (2 * i + 1.0) / kDirections, r = std::sqrt(1 - z * z);
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    const Vector n{r * std::cos(angle), r * std::sin(angle), z};
    all.emplace_back(gap_along(a, b, way, n), n);
  }
  std::sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  double widest = -1e300;
  for (std::size_t i = 0; i < 12; ++i) {
    auto [gap, n] = all[i];
    for (double step = 0.1; step > 1e-7; step *= 0.8)
      for (int k = 0; k < 12; ++k) {
        const Vector near = add(n, direction(random), step);
        const Vector tried = scaled(near, 1 / length_of(near));
        const double found = gap_along(a, b, way, tried);
        if (found <= gap) continue;
        gap = found;
        n = tried;
      }
    widest = std::max(widest, gap);
  }
  return widest;
}

Vector drawn_into(const Body& body, const Vector& point) {
  if (body.kind == Body::Kind::kSphere) {
    return scaled(point, std::min(1.0, body.half[0] / std::max(length_of(point), 1e-12)));
  }
  Vector drawn{};
  for (std::size_t a = 0; a < 3; ++a) {
    const double along = std::clamp(dot(point, body.axes[a]), -body.half[a], body.half[a]);
    drawn = add(drawn, body.axes[a], along);
  }
  return drawn;
}

double distance_by_projections(const Body& a, const Body& b, const Vector& way) {
  Vector of_a{};
  double distance = 0;
  for (int i = 0; i < 6000; ++i) {
    const Vector of_b = add(way, drawn_into(b, add(of_a, way, -1)));
    of_a = drawn_into(a, of_b);
    distance = length_of(add(of_b, of_a, -1));
  }
  return distance;
}

TEST(FlowGapTest, IsThatOfTheJudges) {
  test::Random random(31);
  int apart = 0, within = 0;
  for (int i = 0; i < 400; ++i) {
    const Body a = random_body(random), b = random_body(random);
    const Vector way = scaled(direction(random), uniform(random, 0, a.reach() + b.reach() + 2));
    const Gap gap = gap_between(a, b, way, kAnyFar);
    const double judged = widest_gap(a, b, way, random);
    EXPECT_NEAR(length_of(gap.normal), 1, 1e-9);
    EXPECT_LE(judged, gap.width + 1e-8) << i;  // no direction may be better
    EXPECT_GE(judged, gap.width - 0.02) << i;
    EXPECT_NEAR(gap_along(a, b, way, gap.normal), gap.width, 1e-7) << i;
    if (gap.width > 0) {
      ++apart;
      const double shortest = distance_by_projections(a, b, way);
      EXPECT_GE(shortest, gap.width - 1e-8) << i;  // nor any two points nearer
      EXPECT_LE(shortest, gap.width + 0.02) << i;
    } else {
      ++within;
    }
  }
  EXPECT_GT(apart, 100);
  EXPECT_GT(within, 100);
}

// The second sees what the first does, from the other side.
TEST(FlowGapTest, IsTheSameFromBothSides) {
  test::Random random(7);
  int touching = 0;
  for (int i = 0; i < 2000; ++i) {
    const Body a = random_body(random), b = random_body(random);
    const Vector way = scaled(direction(random), uniform(random, 1, a.reach() + b.reach() + 1));
    const Gap here = gap_between(a, b, way, kAnyFar);
    const Gap there = gap_between(b, a, scaled(way, -1), kAnyFar);
    EXPECT_NEAR(here.width, there.width, 1e-8) << i;
    if (here.width >= kTouch || a.kind != b.kind) continue;
    ++touching;
    if (a.kind == Body::Kind::kSphere) continue;
    EXPECT_NEAR(length_of(add(add(there.at, way), here.at, -1)), 0, 1e-6) << i;
    // Where they push each other is within both, but for what is between them.
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_LE(std::abs(dot(here.at, a.axes[k])), a.half[k] + kTouch / 2 + 1e-9);
      EXPECT_LE(std::abs(dot(there.at, b.axes[k])), b.half[k] + kTouch / 2 + 1e-9);
    }
  }
  EXPECT_GT(touching, 300);
}

// Two sticks that cross, one above the other, and a box whose face lies on another one's.
TEST(FlowGapTest, IsInTheMiddleOfWhatTouches) {
  const auto box = [](double x, double y, double z) {
    Body body;
    body.kind = Body::Kind::kBox;
    body.half = {x, y, z};
    return body;
  };
  const Gap crossing = gap_between(box(19, 2, 2), box(2, 13, 2), {8, 6, 4.25}, kTouch);
  EXPECT_NEAR(crossing.width, 0.25, 1e-12);
  EXPECT_EQ(crossing.normal, (Vector{0, 0, 1}));
  EXPECT_NEAR(crossing.at.x, 8, 1e-12);
  EXPECT_NEAR(crossing.at.y, 0, 1e-12);
  EXPECT_NEAR(crossing.at.z, 2.125, 1e-12);
  const Gap resting = gap_between(box(9, 9, 1), box(1, 2, 3), {5, -4, 3.5}, kTouch);
  EXPECT_NEAR(resting.width, -0.5, 1e-12);
  EXPECT_NEAR(resting.at.x, 5, 1e-12);
  EXPECT_NEAR(resting.at.y, -4, 1e-12);
}

TEST(FlowGapTest, IsAtLeastSoWideBeyondTheFarthest) {
  test::Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Body a = random_body(random), b = random_body(random);
    const Vector way = scaled(direction(random), uniform(random, 0, 20));
    const double exact = gap_between(a, b, way, kAnyFar).width;
    const double width = gap_between(a, b, way, 1).width;
    if (exact <= 1) {
      EXPECT_EQ(width, exact);
    } else {
      EXPECT_LE(width, exact + 1e-9);
      EXPECT_GT(width, 1);
    }
  }
}

}  // namespace
}  // namespace bitvox::flow
