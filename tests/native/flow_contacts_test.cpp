// SPDX-License-Identifier: BSD-2-Clause
// That bodies do not enter one another, walls or solid, in a box without fluid: nothing but springs
// and contacts acts on them, and gravity. Overlaps are measured by these tests, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/random.hpp"
#include "flow_runs.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "ops/flow/flow_gap.hpp"
#include "ops/flow/flow_impulses.hpp"
#include "refusal.hpp"

namespace bitvox::flow {
namespace {

using test::still_fluid;

constexpr double kAllowed = 0.05;  // voxels

// Bodies in a box; solid where a function has it.
class Box {
 public:
  using Solid = std::function<bool(std::int64_t, std::int64_t, std::int64_t)>;

  Box(const Shape& shape, Face face, const Solid& solid, const BodyText& text)
      : grid_(make_grid(shape, voxels(shape, solid), still_fluid(0.1, 1, face), 1, progress_)),
        bodies_(grid_, text, progress_) {}

  // A drag takes so much of their momentum in each step.
  void move() {
    bodies_.move(progress_);
    std::vector<Bodies::Momentum> momenta;
    for (const Body& body : bodies_.all()) {
      Bodies::Momentum& lost = momenta.emplace_back();
      const double mass = body.density * body.volume();
      for (std::size_t a = 0; a < 3; ++a) {
        lost[a] = -drag * mass * body.velocity[a];
        lost[3 + a] = -drag * mass * body.half[0] * body.half[0] * body.spin[a];
        lost[a] -= body.volume() * (body.velocity[a] - body.last_velocity[a]);
      }
    }
    if (drag > 0) bodies_.feel(momenta);
    overlap_ = std::max(overlap_, overlap_now());
  }
  void move(int steps) {
    for (int i = 0; i < steps; ++i) move();
  }
  const Body& operator[](std::size_t i) const { return bodies_.all()[i]; }
  const Bodies& bodies() const { return bodies_; }
  double overlap() const { return overlap_; }

  double drag = 0;

  double energy() const {
    double energy = 0;
    for (const Body& body : bodies_.all()) {
      const Vector moments = body.moments();
      energy += body.density * body.volume() * dot(body.velocity, body.velocity) / 2;
      for (std::size_t a = 0; a < 3; ++a) {
        energy += body.density * moments[a] * std::pow(dot(body.spin, body.axes[a]), 2) / 2;
      }
    }
    return energy;
  }

  Vector momentum() const {
    Vector sum{};
    for (const Body& body : bodies_.all()) {
      sum = add(sum, body.velocity, body.density * body.volume());
    }
    return sum;
  }

 private:
  static std::vector<std::uint8_t> voxels(const Shape& shape, const Solid& solid) {
    std::vector<std::uint8_t> all;
    for (std::int64_t z = 0; z < shape.depth; ++z)
      for (std::int64_t y = 0; y < shape.height; ++y)
        for (std::int64_t x = 0; x < shape.width; ++x) all.push_back(solid(x, y, z) ? 255 : 0);
    return all;
  }

  // All with all, each voxel of solid, and each wall.
  double overlap_now() const {
    double least = 0;
    const auto& all = bodies_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        Vector way = add(all[i].centre, all[j].centre, -1);
        for (std::size_t a = 0; a < 3 && grid_.periodic(a); ++a) {
          const auto size = static_cast<double>(grid_.size(a));
          way[a] -= size * std::round(way[a] / size);
        }
        if (length_of(way) > all[i].reach() + all[j].reach()) continue;
        least = std::min(least, gap_between(all[j], all[i], way, 0).width);
      }
      const Vector extent = all[i].extent();
      for (std::size_t a = 0; a < 3; ++a) {
        if (grid_.periodic(a)) continue;
        const auto size = static_cast<double>(grid_.size(a));
        least = std::min(least, all[i].centre[a] - extent[a] + 0.5);
        least = std::min(least, size - 0.5 - all[i].centre[a] - extent[a]);
      }
      least = std::min(least, gap_to_voxels(all[i]));
    }
    return -least;
  }

  double gap_to_voxels(const Body& body) const {
    Body voxel;
    voxel.kind = Body::Kind::kBox;
    voxel.half = {0.5, 0.5, 0.5};
    double least = 0;
    const Shape& s = grid_.shape;
    for (std::int64_t i = 0; i < s.voxel_count(); ++i) {
      if (grid_.solid[static_cast<std::size_t>(i)] != 255) continue;
      const std::int64_t x = i % s.width, y = i / s.width % s.height, z = i / s.width / s.height;
      const Vector at{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
      const Vector way = add(at, body.centre, -1);
      if (length_of(way) > body.reach() + 1) continue;
      least = std::min(least, gap_between(body, voxel, way, 0).width);
    }
    return least;
  }

  NoProgress progress_;
  Grid grid_;
  Bodies bodies_;
  double overlap_ = 0;
};

bool no_solid(std::int64_t, std::int64_t, std::int64_t) { return false; }

Box in_the_open(const Shape& shape, const std::string& text) {
  return {shape, Face::kPeriodic, no_solid, read_bodies(text)};
}

// A box that has been turned, by an angle about an axis.
Body tilted(const Vector& centre, const Vector& half, double density, const Vector& by) {
  Body body;
  body.kind = Body::Kind::kBox;
  body.centre = centre;
  body.half = half;
  body.density = density;
  turn(body, by);
  return body;
}

TEST(FlowContactsTest, HeavySpheresMeetHeadOn) {
  Box box = in_the_open({40, 20, 20},
                        "sphere centre=10,10,10 radius=3 density=200 velocity=0.16,0,0\n"
                        "sphere centre=29,10.4,10 radius=3 density=200 velocity=-0.16,0,0");
  const double before = box.energy();
  box.move(200);
  EXPECT_LE(box.overlap(), kAllowed);
  EXPECT_NEAR(length_of(box.momentum()), 0, 1e-10);
  EXPECT_LT(box[0].velocity.x, 0);
  EXPECT_GT(box[1].velocity.x, 0);
  EXPECT_LT(box.energy(), before);
  EXPECT_EQ(box.bodies().overlaps().steps, 0);
}

TEST(FlowContactsTest, ThinBoxesDoNotPassThroughEachOther) {
  for (const char* const speed : {"0.05", "0.17"}) {
    Box box = in_the_open({40, 40, 40}, std::string("box centre=20,20,15 size=30,1,1 density=500\n"
                                                    "box centre=23,22,20 size=1,30,1 density=500 "
                                                    "velocity=0,0,-") +
                                            speed);
    box.move(600);
    EXPECT_LE(box.overlap(), kAllowed) << speed;
    EXPECT_LT(box[0].velocity.z, -0.01) << speed;
  }
}

TEST(FlowContactsTest, TiltedBoxesComeToRestInAStack) {
  BodyText text;
  text.gravity = {0, 0.01, 0};
  for (int i = 0; i < 5; ++i) {
    const double sign = i % 2 == 0 ? 1 : -1;
    text.bodies.push_back(
        tilted({6, 53.0 - 7.0 * i, 6}, {4, 2, 4}, 50, {0.1 * sign, 0.05 * i, -0.07 * sign}));
  }
  Box box({13, 60, 13}, Face::kClosed, no_solid, text);
  box.drag = 0.01;
  box.move(3000);
  EXPECT_LE(box.overlap(), kAllowed);
  double fastest = 0;
  for (int i = 0; i < 200; ++i) {
    box.move();
    for (std::size_t k = 0; k < 5; ++k) fastest = std::max(fastest, surface_speed(box[k]));
  }
  EXPECT_LT(fastest, 2e-3);
  EXPECT_LE(box.overlap(), kAllowed);
}

TEST(FlowContactsTest, ABoxLiesOnSolid) {
  Box box(
      {24, 20, 24}, Face::kClosed, [](auto, auto y, auto) { return y >= 16; },
      read_bodies("box centre=11.3,12,10.8 size=7.3,4,5.1 density=20\n"
                  "gravity acceleration=0,0.01,0"));
  box.move(10000);
  EXPECT_LE(box.overlap(), kAllowed);
  EXPECT_NEAR(box[0].axes[1].y, 1, 1e-6);
  EXPECT_NEAR(box[0].centre.x, 11.3, 1e-3);
  EXPECT_NEAR(box[0].centre.z, 10.8, 1e-3);
  EXPECT_LT(surface_speed(box[0]), 1e-6);
}

TEST(FlowContactsTest, AChainKeepsItsMomentum) {
  std::string text = "sphere centre=5,10,10 radius=2 density=100 velocity=0.15,0,0\n";
  for (int i = 0; i < 5; ++i) {
    text += "sphere centre=" + std::to_string(12 + 5 * i) + ",10,10 radius=2 density=100\n";
  }
  Box box = in_the_open({60, 20, 20}, text);
  const double before = box.momentum().x, energy = box.energy();
  for (int i = 0; i < 400; ++i) {
    box.move();
    EXPECT_NEAR(box.momentum().x / before, 1, 1e-12) << i;
    EXPECT_LE(box.energy(), energy * (1 + 1e-12)) << i;
  }
  EXPECT_LE(box.overlap(), kAllowed);
  EXPECT_GT(box[5].velocity.x, 0.02);
}

TEST(FlowContactsTest, BodiesStayInACorner) {
  for (const bool solid : {false, true}) {
    BodyText text;
    text.gravity = {0.006, 0.006, 0.005};
    text.bodies = {tilted({10, 12, 13}, {2, 3, 1.5}, 100, {0.4, 0.5, 0.6}),
                   tilted({5, 5, 5}, {2.5, 2.5, 2.5}, 40, {0, 0, 0})};
    text.bodies[1].kind = Body::Kind::kSphere;
    Box box(
        {24, 24, 24}, Face::kClosed,
        [&](auto x, auto y, auto z) { return solid && (x > 19 || y > 19 || z > 19); }, text);
    box.drag = 0.01;
    box.move(2000);
    EXPECT_LE(box.overlap(), kAllowed) << solid;
    EXPECT_LT(surface_speed(box[0]), 0.01) << solid;
    EXPECT_LT(surface_speed(box[1]), 0.01) << solid;
  }
}

TEST(FlowContactsTest, ManyBodiesGainNoEnergy) {
  BodyText text;
  Random random(3);
  const auto uniform = [&](double most) {
    return most * (static_cast<double>(random.below(2001)) / 1000 - 1);
  };
  for (int i = 0; i < 64; ++i) {
    const int x = i % 4, y = i / 4 % 4, z = i / 16;
    Body body = tilted({4 + 6.0 * x, 4 + 6.0 * y, 4 + 6.0 * z}, {1.5, 1.2, 1.6},
                       i % 3 == 0 ? 300 : 30, {uniform(1), uniform(1), uniform(1)});
    if (i % 2 == 0) {
      body.kind = Body::Kind::kSphere;
      body.half = {2, 2, 2};
    }
    body.velocity = {uniform(0.17), uniform(0.17), uniform(0.17)};
    body.spin = {uniform(0.02), uniform(0.02), uniform(0.02)};
    text.bodies.push_back(body);
  }
  Box box({25, 25, 25}, Face::kClosed, no_solid, text);
  const double before = box.energy();  // springs add next to nothing: it is spent before they part
  for (int i = 0; i < 1000; ++i) {
    box.move();
    EXPECT_LE(box.energy(), before * 1.001) << i;
  }
  EXPECT_LT(box.energy(), before / 4);
  EXPECT_LE(box.overlap(), kAllowed);
  EXPECT_EQ(box.bodies().overlaps().steps, 0);
}

// At contacts anywhere, of any bodies: none nears another faster than allowed, all energy is that
// which there was, or less, and all momentum.
TEST(FlowContactsTest, ImpulsesAddNoEnergy) {
  Random random(5);
  const auto uniform = [&](double most) {
    return most * (static_cast<double>(random.below(2001)) / 1000 - 1);
  };
  const auto any = [&](double most) { return Vector{uniform(most), uniform(most), uniform(most)}; };
  NoProgress progress;
  for (int scene = 0; scene < 50; ++scene) {
    std::vector<Body> bodies;
    std::vector<Motion> motions;
    for (int i = 0; i < 6; ++i) {
      bodies.push_back(tilted({}, {1 + std::abs(uniform(2)), 2, 1.5}, 110 + uniform(100), any(1)));
      motions.push_back({any(0.1), any(0.02)});
    }
    std::vector<Contact> contacts;
    std::vector<double> allowed;
    for (int i = 0; i < 10; ++i) {
      Contact& contact = contacts.emplace_back();
      contact.a = static_cast<std::size_t>(i % 5);
      contact.b = static_cast<std::size_t>(i % 5 + 1);
      contact.arm_a = any(2);
      contact.arm_b = any(2);
      const Vector normal = any(1);
      contact.normal = scaled(normal, 1 / length_of(normal));
      allowed.push_back(random.below(2) == 0 ? 0 : 0.02);
    }
    const auto sums = [&] {
      double energy = 0;
      Vector momentum{};
      for (std::size_t i = 0; i < 6; ++i) {
        const double mass = bodies[i].density * bodies[i].volume();
        const Vector moments = bodies[i].moments();
        energy += mass * dot(motions[i].velocity, motions[i].velocity) / 2;
        for (std::size_t a = 0; a < 3; ++a) {
          const double spin = dot(motions[i].spin, bodies[i].axes[a]);
          energy += bodies[i].density * moments[a] * spin * spin / 2;
        }
        momentum = add(momentum, motions[i].velocity, mass);
      }
      return std::make_pair(energy, momentum);
    };
    const auto [energy, momentum] = sums();
    limit_approach(bodies, contacts, allowed, motions, progress);
    const auto [energy_after, momentum_after] = sums();
    EXPECT_LT(energy_after, energy) << scene;
    EXPECT_NEAR(length_of(add(momentum_after, momentum, -1)), 0, 1e-10) << scene;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const Contact& c = contacts[i];
      const Motion &of_a = motions[c.a], &of_b = motions[c.b];
      const Vector parting = add(add(of_b.velocity, cross(of_b.spin, c.arm_b)),
                                 add(of_a.velocity, cross(of_a.spin, c.arm_a)), -1);
      EXPECT_GE(dot(parting, c.normal), -allowed[i] - 1e-5) << scene;
    }
  }
}

// Between the centres of voxels there is room for a small sphere, but not in solid.
TEST(FlowContactsTest, RefusesWhatIsInSolid) {
  const auto box = [](const std::string& centre) {
    return Box(
        {12, 12, 12}, Face::kClosed, [](auto, auto y, auto) { return y >= 6; },
        read_bodies("sphere centre=" + centre + " radius=0.6 density=2"));
  };
  EXPECT_EQ(test::refusal([&] { box("4.5,8.5,4.5"); }),
            "bodies, line 1: the sphere overlaps solid of the image");
  Box above = box("4.5,5.3,4.5");  // by 0.4 voxels
  above.move(5);
  EXPECT_LT(above[0].centre.y, 4.91);
}

// What moves as it began pushes others, and nothing stops it.
TEST(FlowContactsTest, CountsWhatIsCrushed) {
  Box box({30, 12, 12}, Face::kClosed, no_solid,
          read_bodies("box centre=4,5.5,5.5 size=4,8,8 velocity=0.1,0,0\n"
                      "sphere centre=20,5.5,5.5 radius=3 density=5"));
  box.move(160);
  EXPECT_EQ(box.bodies().overlaps().steps, 0);
  EXPECT_LE(box.overlap(), kAllowed);
  box.move(60);
  EXPECT_GT(box.bodies().overlaps().steps, 10);
  EXPECT_NEAR(box.bodies().overlaps().largest, box.overlap(), 0.3 * box.overlap());
}

}  // namespace
}  // namespace bitvox::flow
