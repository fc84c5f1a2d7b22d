// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_grid.hpp"
#include "ops/flow/flow_placed.hpp"
#include "ops/flow/flow_vectors.hpp"

namespace bitvox::flow {

// A sphere or a box that moves through the fluid. Positions are in voxels, of which centres are
// whole numbers; velocities and spins (in radians) are those of a step.
struct Body {
  enum class Kind { kSphere, kBox } kind = Kind::kSphere;
  int line = 0;   // of the text that described it
  Vector half{};  // of the sides; of a sphere its radius, three times
  Vector centre{};
  Vector velocity{};
  Vector spin{};
  double density = 0;  // 0: it moves as it began, whatever pushes it
  std::array<Vector, 3> axes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};  // of the sides

  Vector last_velocity{}, last_spin{};  // of the step before; at first the fluid within is at rest
  Vector force{}, torque{};             // of the fluid, in the last step
  Vector push{}, twist{};               // of contacts

  bool free() const { return density > 0; }
  double volume() const;
  Vector moments() const;  // of inertia about the axes, for a density of 1
  double reach() const;    // no point is farther from the centre
  Vector extent() const;   // along x, y and z

  // How far a point (from the centre) is outside, less than 0 within; `normal` points outwards.
  double distance(const Vector& point, Vector& normal) const;
};

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

 private:
  void integrate(Body& body);
  void find_contacts(Progress& progress);
  // Those of which one is free, the later one of the text first, and each body with itself.
  std::vector<std::pair<std::size_t, std::size_t>> close_pairs(Progress& progress) const;
  void push_off_walls(Body& body, Progress& progress);
  void push_apart(Body& a, Body& b);
  void push_apart(Body& a, Body& b, const Vector& way);
  void touch(Body& body, const Vector& arm, const Vector& normal, double gap, double mass);
  Vector from_to(const Vector& a, const Vector& b) const;
  std::vector<Vector> ways(const Body& a, const Body& b) const;
  bool near(const Body& a, const Body& b) const;
  void refuse_overlaps(Progress& progress) const;
  void refuse_overlap(const Body& earlier, const Body& body) const;
  void refuse_outside(const Body& body) const;

  const Grid& grid_;
  const Vector gravity_;
  std::vector<Body> bodies_;
};

}  // namespace bitvox::flow
