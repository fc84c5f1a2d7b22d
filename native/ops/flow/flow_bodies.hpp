// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_body.hpp"
#include "ops/flow/flow_face.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_impulses.hpp"
#include "ops/flow/flow_placed.hpp"
#include "ops/flow/flow_solid.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

struct BodyText {
  std::vector<Body> bodies;
  Vector gravity{};  // acceleration; it pulls bodies by what they weigh in the fluid
};

// A body a line: "sphere centre=X,Y,Z radius=R" or "box centre=X,Y,Z size=X,Y,Z", each with
// velocity=X,Y,Z and spin=X,Y,Z, and density=D where it is free; "gravity acceleration=X,Y,Z"; and
// what follows # is a comment. Lines end with LF, CR or both; a mark of UTF-8 may stand before
// them. Up to 10,000 bodies, and one at least where the text is not empty. Throws InvalidInput that
// names the line and the key.
BodyText read_bodies(const std::string& text);

// Of free bodies, into one another, a wall or solid, at the end of a step.
struct Overlaps {
  static constexpr double kMost = 0.05;  // voxels, which are not counted
  double largest = 0;                    // voxels
  std::int64_t steps = 0;                // with more than kMost
};

// Bodies in a grid: how they move by what the fluid does to them, and by contacts.
class Bodies {
 public:
  // Of the momentum that the voxels of a body got, and of its turn about the centre.
  using Momentum = std::array<double, 6>;

  // Throws InvalidInput for bodies that overlap, or lie in solid or beyond a face, and Cancelled.
  Bodies(const Grid& grid, BodyText text, Progress& progress);

  bool empty() const { return bodies_.empty(); }
  const std::vector<Body>& all() const { return bodies_; }
  bool any_free() const;

  // A step of all. Throws InvalidInput where one becomes too fast, and Cancelled.
  void move(Progress& progress);

  // Where they are now, for what covers voxels with them.
  std::vector<Placed> place() const;

  // After a step of the fluid, one of each body.
  void feel(const std::vector<Momentum>& momenta);

  // In all steps so far.
  const Overlaps& overlaps() const { return overlaps_; }

 private:
  // Of which one is free, the later one of the text first; or a body and what stands around it.
  struct Pair {
    std::size_t later, earlier;  // the same: what stands
    double gap = 1e300;          // as the step begins
  };

  void accelerate(Body& body);
  void stay_within(Body& body) const;

  // Pairs that are no farther apart than this, along each axis at least; each body with itself.
  std::vector<Pair> close_pairs(double farthest, Progress& progress) const;
  Vector from_to(const Vector& a, const Vector& b) const;
  std::vector<Vector> ways(const Body& a, const Body& b, double farthest) const;
  bool near(const Body& a, const Body& b, double farthest) const;

  // Say how far it is to the other, or to what stands.
  void push_by_springs(std::vector<Pair>& pairs, double farthest, Progress& progress);
  double push_apart(Body& a, Body& b, double farthest);
  double push_off_walls(Body& body);
  double push_off_solid(Body& body, const std::vector<SolidBox>& solid, double farthest);
  void push_off(Body& body, const std::vector<Support>& supports, const Vector& normal, double gap);

  // The largest speed of a surface; bodies of one step may meet where they are nearer than that.
  double fastest() const;
  void advance_all(std::vector<Pair> pairs, Progress& progress);
  std::vector<Contact> contacts(const std::vector<Pair>& pairs, double farthest,
                                double& least) const;
  void stop_in_touch(const std::vector<Pair>& pairs, double nearing, double part,
                     Progress& progress);
  void move_by(const std::vector<Motion>& motions, double part);
  double part_overlaps(const std::vector<Pair>& pairs, Progress& progress);

  void refuse_overlaps(Progress& progress) const;
  void refuse_overlap(const Body& earlier, const Body& body) const;
  void refuse_outside(const Body& body) const;

  const Grid& grid_;
  const Vector gravity_;
  std::vector<Body> bodies_;
  std::vector<std::vector<SolidBox>> solid_;  // near each that is free, in this step
  Overlaps overlaps_;
};

}  // namespace bitvox::flow
