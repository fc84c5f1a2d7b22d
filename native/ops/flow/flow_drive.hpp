// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "ops/flow/flow.hpp"
#include "ops/flow/flow_lattice.hpp"

namespace bitvox::flow {

// What drives the fluid in a step, and how it collides.
struct Drive {
  Rates rates;
  float add[kSlots];  // what a moving face adds to what arrives: 6 w (c . velocity)
};

// How long the ramp lasts. Of an odd number of steps it would leave velocities that change their
// sign with every step and never fade, as steps before and after the middle do not cancel (Zanetti
// 1989); so would faces that set in at once, while half of the force's momentum is there from the
// beginning.
std::int64_t ramp_steps(const Options& options);

// In step `step`, from 1, or before the first one, 0: while the ramp lasts a part of the force and
// of the moving faces, 3 s^2 - 2 s^3 at the part s of it. Plain additions and multiplications, so
// that all machines get the same bits, which a cosine would not promise. The force is that of the
// options, none where they have none.
Drive drive_at(const Options& options, std::int64_t step);

}  // namespace bitvox::flow
