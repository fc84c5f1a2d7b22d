// SPDX-License-Identifier: BSD-2-Clause
#include "core/poisson.hpp"

#include "core/poisson_draw.hpp"

namespace bitvox {

double poisson(double mean, Random& random) { return draw::poisson(mean, random); }

}  // namespace bitvox
