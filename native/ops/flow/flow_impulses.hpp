// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/threads/progress.hpp"
#include "ops/flow/flow_body.hpp"

namespace bitvox::flow {

inline constexpr std::size_t kStands = static_cast<std::size_t>(-1);  // no body: a wall, or solid

// Where a body may touch another, or what stands.
struct Contact {
  std::size_t a = 0, b = kStands;
  Vector arm_a, arm_b;  // from their centres
  Vector normal;        // from a to b
  double gap = 0;
};

struct Motion {
  Vector velocity, spin;
};

// Changes motions, one of each body, so that none nears another at a contact faster than allowed:
// along normals, there is no friction. Each sweep goes over the contacts in their order and back,
// and gives each the impulse that it lacks, or takes back what it had too much (projected
// Gauss-Seidel: J. J. Moreau, "Numerical aspects of the sweeping process", Computer Methods in
// Applied Mechanics and Engineering 177 (1999) 329-349). An impulse on one is taken from the other,
// so that momentum is kept; and where none of `allowed` is less than 0, no single one adds energy.
// Throws Cancelled.
void limit_approach(const std::vector<Body>& bodies, const std::vector<Contact>& contacts,
                    const std::vector<double>& allowed, std::vector<Motion>& motions,
                    Progress& progress);

}  // namespace bitvox::flow
