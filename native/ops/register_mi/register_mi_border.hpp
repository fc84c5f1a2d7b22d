// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/volumes/grey_volume.hpp"
#include "ops/register_mi/register_mi.hpp"

namespace bitvox::register_mi {

// A sentence for the user where neither image moved, and most of each one's border has one value,
// as padding and the outside of a circle of reconstruction have; else empty. Such borders fit best
// where they are, whatever is within them.
std::string border_note(const GreySource& moving, const GreySource& fixed,
                        const RigidMotion& motion);

}  // namespace bitvox::register_mi
