// SPDX-License-Identifier: BSD-2-Clause
#include "rays/poisson.hpp"

#include "rays/poisson_draw.hpp"

namespace bitvox::rays {

double poisson(double mean, Random& random) { return draw::poisson(mean, random); }

}  // namespace bitvox::rays
