// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/random.hpp"

namespace bitvox {

// A Poisson number of this mean, 0 to 1e12. Below 10 by inversion, from there by Hörmann's
// transformed rejection: both are exact but for the rounding of double.
//
// Literature: W. Hörmann, "The transformed rejection method for generating Poisson random
// variables", Insurance: Mathematics and Economics 12, 1993.
double poisson(double mean, Random& random);

}  // namespace bitvox
