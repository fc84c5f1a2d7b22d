// SPDX-License-Identifier: BSD-2-Clause
// How bodies that move through the fluid are read, and which are refused.
#include <gtest/gtest.h>

#include "flow_runs.hpp"
#include "ops/flow/flow_bodies.hpp"
#include "refusal.hpp"
#include "test_volumes.hpp"

namespace bitvox::flow {
namespace {

using test::all_fluid;

TEST(FlowBodiesTest, ReadsTheText) {
  const BodyText text = read_bodies(
      "# two bodies\n\nsphere centre=1,2.5,3 radius=4 density=1.5 # free\n"
      "box velocity=0.1,0,-1e-2 centre=10,20,30 size=2,4,6 spin=0,0,0.01\r\n"
      "gravity acceleration=0,0.001,0\n");
  ASSERT_EQ(text.bodies.size(), 2U);
  EXPECT_EQ(text.gravity, (Vector{0, 0.001, 0}));
  const Body& sphere = text.bodies[0];
  EXPECT_EQ(sphere.centre, (Vector{1, 2.5, 3}));
  EXPECT_EQ(sphere.half, (Vector{4, 4, 4}));
  EXPECT_EQ(sphere.density, 1.5);
  EXPECT_EQ(sphere.line, 3);
  const Body& box = text.bodies[1];
  EXPECT_EQ(box.kind, Body::Kind::kBox);
  EXPECT_EQ(box.half, (Vector{1, 2, 3}));
  EXPECT_EQ(box.velocity, (Vector{0.1, 0, -0.01}));
  EXPECT_EQ(box.spin, (Vector{0, 0, 0.01}));
  EXPECT_FALSE(box.free());
  EXPECT_NEAR(box.volume(), 48, 1e-12);
}

std::string refusal(const std::string& bodies) {
  Options options;
  options.bodies = bodies;
  options.steps = 1;
  NoProgress progress;
  BitVolume fluid = all_fluid({20, 20, 20});
  fluid.slice(5)[5] = 0;
  return test::refusal([&] { simulate({&fluid, nullptr}, options, {}, progress); });
}

TEST(FlowBodiesTest, RefusesWhatCannotBeRead) {
  EXPECT_EQ(refusal("\nball centre=1,2,3"),
            "bodies, line 2: 'ball' is not allowed; use sphere, box or gravity");
  EXPECT_EQ(refusal("sphere centre=1,2,3"), "bodies, line 1: a sphere needs radius=");
  EXPECT_EQ(
      refusal("sphere centre=1,2 radius=2"),
      "bodies, line 1: centre=1,2 is not allowed; use three numbers with commas between them");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2,"),
            "bodies, line 1: radius=2, is not allowed; use a number");
  EXPECT_EQ(refusal("sphere centre=1,2,x radius=2"),
            "bodies, line 1: centre=1,2,x is not allowed; use three numbers with commas between "
            "them");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=0.1"),
            "bodies, line 1: radius=0.1 is not allowed; use 0.5 to 1e+06");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2 colour=3"),
            "bodies, line 1: a sphere has no colour; use centre, radius, velocity, spin, density");
  EXPECT_EQ(refusal("box center=1,2,3 size=2,2,2"),
            "bodies, line 1: a box has no center; use centre, size, velocity, spin, density");
  EXPECT_EQ(refusal("sphere centre=1,2,3 radius=2 radius=3"),
            "bodies, line 1: radius is given twice");
  EXPECT_EQ(refusal("sphere fast"), "bodies, line 1: 'fast' is not key=value");
  EXPECT_EQ(refusal("box centre=9,9,9 size=3,3,3 velocity=0.3,0,0"),
            "bodies, line 1: velocity=0.3,0,0 is not allowed; use -0.17 to 0.17");
}

// Each part of numbers is read to its end: none was where the last one could not be read.
TEST(FlowBodiesTest, RefusesNumbersThatAreNone) {
  for (const char* const radius :
       {"4,1e999", "4,1e", "4-", "1e999", "", ",", "4,,", ",4", "4,4", "nan", "0x4", "4;4"}) {
    EXPECT_EQ(refusal(std::string("sphere centre=10,10,12 radius=") + radius),
              std::string("bodies, line 1: radius=") + radius + " is not allowed; use a number");
  }
  for (const char* const centre : {"9,9,9,1e999", "9+9+9", "9-9-9", "9.5.5.25", "9,9,9,9", "9,,9,9",
                                   "9,9", "9,9,9,", ",9,9,9", "9,9,9x"}) {
    EXPECT_EQ(refusal(std::string("sphere radius=3 centre=") + centre),
              std::string("bodies, line 1: centre=") + centre +
                  " is not allowed; use three numbers with commas between them");
  }
  EXPECT_EQ(refusal("sphere centre=+10,1.e1,.12E+2 radius=3"), "accepted");
}

TEST(FlowBodiesTest, TakesLinesOfAllSystems) {
  for (const char* const end : {"\n", "\r", "\r\n"}) {
    const std::string line(end);
    const BodyText text =
        read_bodies("\xEF\xBB\xBF# one" + line + line + "sphere centre=9,9,9 radius=3" + line +
                    "box centre=9,9,9 size=3,3,3");
    ASSERT_EQ(text.bodies.size(), 2U);
    EXPECT_EQ(text.bodies[0].line, 3);
    EXPECT_EQ(text.bodies[1].line, 4);
  }
  const std::string none =
      "bodies: no sphere and no box is given; use lines that begin with sphere or box";
  EXPECT_EQ(refusal("\n"), none);
  EXPECT_EQ(refusal("# sphere\ngravity acceleration=0,0.001,0"), none);
}

TEST(FlowBodiesTest, RefusesMoreThanItCanCompare) {
  const std::string line = "sphere centre=9,9,9 radius=3\n";
  std::string text;
  for (int i = 0; i < 10000; ++i) text += line;
  EXPECT_EQ(read_bodies(text).bodies.size(), 10000U);
  EXPECT_EQ(refusal(text + line),
            "bodies, line 10001: there are more than 10000 bodies, which is not allowed");
}

TEST(FlowBodiesTest, QuotesThePartThatIsEnough) {
  const std::string many(1000, 'b');
  const std::string most = std::string(40, 'b') + "...";
  EXPECT_EQ(refusal(many),
            "bodies, line 1: '" + most + "' is not allowed; use sphere, box or gravity");
  EXPECT_EQ(refusal("sphere " + many), "bodies, line 1: '" + most + "' is not key=value");
  EXPECT_EQ(refusal("sphere " + many + "=1"), "bodies, line 1: a sphere has no " + most +
                                                  "; use centre, radius, velocity, spin, density");
  EXPECT_EQ(refusal("sphere centre=" + many + " radius=1"),
            "bodies, line 1: centre=" + most +
                " is not allowed; use three numbers with commas between them");
  std::string word;  // letters of two bytes stay whole
  for (int i = 0; i < 40; ++i) word += "\xC3\xA4";
  EXPECT_EQ(refusal("x" + word), "bodies, line 1: 'x" + word.substr(0, 38) +
                                     "...' is not allowed; use sphere, box or gravity");
}

TEST(FlowBodiesTest, TakesGravityOnce) {
  EXPECT_EQ(refusal("gravity acceleration=0,0.001,0\nsphere centre=9,9,12 radius=3\n"
                    "gravity acceleration=0,0,0"),
            "bodies, line 3: gravity is given twice, as in line 1");
  EXPECT_EQ(refusal("sphere centre=9,9,12 radius=3\ngravity acceleration=0,0,0.001"),
            "bodies, line 2: gravity pulls bodies that have a density, and none has; give one to a "
            "sphere or box, or leave gravity out");
}

// No corner, nor a middle of an edge or face, of either is within the other.
TEST(FlowBodiesTest, RefusesBoxesThatCross) {
  EXPECT_EQ(refusal("# a cross\nbox centre=10,8,12 size=18,4,4\nbox centre=15,12,12 size=3,14,3"),
            "bodies, line 3: the box overlaps the box of line 2");
  EXPECT_EQ(refusal("box centre=10,8,12 size=18,4,4\nbox centre=15,12,15.5 size=3,14,3"),
            "accepted");  // one on the other
  EXPECT_EQ(refusal("box centre=10,8,12 size=6.2,2.2,2.2\nbox centre=14.2,8,12 size=2.2,2.2,2.2"),
            "accepted");  // side by side, but for rounding
  EXPECT_EQ(refusal("box centre=10,10,12 size=8,8,8\nbox centre=10.5,10,12 size=2,3,2"),
            "bodies, line 2: the box overlaps the box of line 1");  // one within the other
  EXPECT_EQ(refusal("box centre=10,10,12 size=8,8,8\nsphere centre=11,10,12 radius=1"),
            "bodies, line 2: the sphere overlaps the box of line 1");
  EXPECT_EQ(refusal("box centre=10,10,8 size=2,2,19\nbox centre=10,10,18 size=1,1,3"),
            "bodies, line 2: the box overlaps the box of line 1");  // z is periodic
}

TEST(FlowBodiesTest, RefusesABodyThatIsGivenTwice) {
  for (const std::string one :
       {"box centre=10,10,12 size=4,2,3", "sphere centre=10,10,12 radius=3"}) {
    const std::string kind = one.substr(0, one.find(' '));
    EXPECT_EQ(refusal(one + "\n" + one), "bodies, line 2: the " + kind + " is where the " + kind +
                                             " of line 1 is, and of its size; leave one out");
  }
}

TEST(FlowBodiesTest, RefusesWhatOverlapsOrLiesOutside) {
  const std::string one = "sphere centre=10,10,12 radius=3\n";
  EXPECT_EQ(refusal(one), "accepted");
  EXPECT_EQ(refusal(one + "box centre=10,14,12 size=4,4,4"),
            "bodies, line 2: the box overlaps the sphere of line 1");
  EXPECT_EQ(refusal(one + "box centre=10,15.1,12 size=4,4,4"), "accepted");
  EXPECT_EQ(refusal("sphere centre=2,10,12 radius=3"),
            "bodies, line 1: the sphere lies outside of the volume, or in part");
  EXPECT_EQ(refusal("sphere centre=10,10,1 radius=3"), "accepted");  // z is periodic
  EXPECT_EQ(refusal("sphere centre=10,5,7 radius=3"),
            "bodies, line 1: the sphere overlaps solid of the image");
  EXPECT_EQ(refusal("box centre=10,10,12 size=4,4,30"),
            "bodies, line 1: the box is larger than the volume: it needs as many slices as it is "
            "thick, 30; the image has 20");
}

}  // namespace
}  // namespace bitvox::flow
