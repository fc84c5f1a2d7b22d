// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

namespace bitvox::minkowski {

struct Vector3 {
  double x = 0;
  double y = 0;
  double z = 0;
};

double length(const Vector3& v);

// How much of the sphere is nearest to each direction or its opposite, in parts of the whole. The
// three axes must be among the directions; their lengths do not matter.
std::vector<double> weights_on_sphere(const std::vector<Vector3>& directions);

// The same on the circle, for directions in the plane z = 0.
std::vector<double> weights_on_circle(const std::vector<Vector3>& directions);

}  // namespace bitvox::minkowski
