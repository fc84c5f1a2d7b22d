// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, and for the GPU too.
#include <stdint.h>

#include "core/host_and_device.hpp"

#ifdef __CUDACC__
// Apart on the GPU, and by value, so that what is rare takes no registers of what is not.
#define BITVOX_RARE __host__ __device__ __noinline__
#else
#define BITVOX_RARE
#endif

namespace bitvox::rays {

// Which side of a plane through the source a ray lies on, exactly. A vertex is a vector from the
// source; of a parallel beam it is (x, y, 1), as if the source were far away along the beam: all
// below holds for both.
//
// The ray d meets the triangle (a, b, c) when d.(a x b), d.(b x c) and d.(c x a) have the sign of
// det(a, b, c). Nothing is projected, so that triangles behind and around the source are no case of
// their own. Where such a product is 0, d is thought to be moved by (e, e^2, e^3), with an e
// smaller than all else: the sign is that of the first component of a x b that is not 0. So moved
// the ray meets no edge and no vertex of anything, and the signed number of its hits of a closed
// mesh is the winding number of the source, always.
__extension__ typedef __int128 Int128;

struct Vector3 {
  double x, y, z;
};
// A ray: whole numbers up to kRayReach.
struct WholeRay {
  int64_t x, y, z;
};

// Exact if all components are whole numbers up to kReach.
BITVOX_BOTH inline Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
BITVOX_BOTH inline double dot(const Vector3& a, double x, double y, double z) {
  return a.x * x + a.y * y + a.z * z;
}
BITVOX_BOTH inline double magnitude(double value) { return value < 0 ? -value : value; }
// At least the length.
BITVOX_BOTH inline double sum_of_magnitudes(const Vector3& a) {
  return magnitude(a.x) + magnitude(a.y) + magnitude(a.z);
}

BITVOX_BOTH inline Vector3 minus(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
// The second one where one is no number.
BITVOX_BOTH inline double smaller(double a, double b) { return a < b ? a : b; }
BITVOX_BOTH inline double larger(double a, double b) { return a > b ? a : b; }

// ceil() and floor() of small numbers, which are calls where the compiler may use no later
// instructions.
BITVOX_BOTH inline int32_t whole_up(double value) {
  const auto whole = static_cast<int32_t>(value);
  return whole + (static_cast<double>(whole) < value ? 1 : 0);
}
BITVOX_BOTH inline int32_t whole_down(double value) {
  const auto whole = static_cast<int32_t>(value);
  return whole - (static_cast<double>(whole) > value ? 1 : 0);
}

BITVOX_BOTH inline WholeRay to_ray(double x, double y, double z) {
  return {static_cast<int64_t>(x), static_cast<int64_t>(y), static_cast<int64_t>(z)};
}

// Of whole numbers.
BITVOX_RARE inline Int128 exact_dot(Vector3 n, WholeRay d) {
  return Int128{static_cast<int64_t>(n.x)} * d.x + Int128{static_cast<int64_t>(n.y)} * d.y +
         Int128{static_cast<int64_t>(n.z)} * d.z;
}

BITVOX_BOTH inline int sign_of(double value) { return (value > 0) - (value < 0); }

// 1 or -1; 0 only if n is 0.
BITVOX_RARE inline int exact_side(Vector3 n, WholeRay d) {
  const Int128 product = exact_dot(n, d);
  if (product != 0) return product > 0 ? 1 : -1;
  return n.x != 0 ? sign_of(n.x) : n.y != 0 ? sign_of(n.y) : sign_of(n.z);
}

// The same conversion everywhere: the upper and the lower part, each rounded, and their sum.
BITVOX_BOTH inline double to_double(Int128 value) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const auto high = static_cast<int64_t>(value >> 64);
  const auto low = static_cast<uint64_t>(value);
  return static_cast<double>(high) * kTwoTo64 + static_cast<double>(low);
}

}  // namespace bitvox::rays
#undef BITVOX_RARE
