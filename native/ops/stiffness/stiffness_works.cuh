// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "ops/stiffness/stiffness_element.hpp"
#include "ops/stiffness/stiffness_rows.hpp"

// What a march of the GPU does with the forces on each node, see stiffness_march.cuh. A is the
// matrix, of which rows and columns of given components are 0; D its diagonal, of which `inverse`
// is one over it.
namespace bitvox::stiffness {
namespace {

// The three components of a node.
struct OfNode {
  float of[3];
};
__device__ __forceinline__ OfNode get(const float* vector, std::int64_t at) {
  return {vector[at], vector[at + kLanes], vector[at + 2 * kLanes]};
}

struct WithoutStrain {
  template <class Modes>
  __device__ __forceinline__ void add_strain(Modes&) const {}
};

// out = A x; sum of x . out.
struct Product : WithoutStrain {
  using Real = float;
  static constexpr bool kHasSum = true;
  using Read = OfNode;  // inverse
  const float *x, *inverse;
  float* out;

  Product(const float* of, const float* inverse_diagonal, float* to)
      : x(of), inverse(inverse_diagonal), out(to) {}
  __device__ float value(std::int64_t at) const { return x[at]; }
  __device__ Read read(std::int64_t at) const { return get(inverse, at); }
  __device__ void finish(std::int64_t at, const Read& read, const float (&own)[3],
                         const float (&force)[3], double& sum) const {
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const float free = read.of[c] != 0 ? force[c] : 0;
      out[at + c * kLanes] = free;
      sum += static_cast<double>(own[c]) * static_cast<double>(free);
    }
  }
};

// What the following ones read of a node.
struct Equation {
  OfNode inverse, b;
};

// out = b - A x.
struct Left : WithoutStrain {
  using Real = float;
  static constexpr bool kHasSum = false;
  using Read = Equation;
  const float *x, *inverse, *b;
  float* out;

  Left(const float* of, const float* inverse_diagonal, const float* right, float* to)
      : x(of), inverse(inverse_diagonal), b(right), out(to) {}
  __device__ float value(std::int64_t at) const { return x[at]; }
  __device__ Read read(std::int64_t at) const { return {get(inverse, at), get(b, at)}; }
  __device__ void finish(std::int64_t at, const Read& read, const float (&)[3],
                         const float (&force)[3], double&) const {
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      out[at + c * kLanes] = read.inverse.of[c] != 0 ? read.b.of[c] - force[c] : 0;
    }
  }
};

// The same of x = scale D^-1 b.
struct LeftOfScaled : Left {
  float scale;

  LeftOfScaled(float of, const float* inverse_diagonal, const float* right, float* to)
      : Left(nullptr, inverse_diagonal, right, to), scale(of) {}
  __device__ float value(std::int64_t at) const { return scale * (inverse[at] * b[at]); }
};

// out = x + scale D^-1 (b - A x); sum of b . out.
struct Sweep : WithoutStrain {
  using Real = float;
  static constexpr bool kHasSum = true;
  using Read = Equation;
  const float *x, *inverse, *b;
  float scale;
  float* out;

  Sweep(const float* of, const float* inverse_diagonal, const float* right, float by, float* to)
      : x(of), inverse(inverse_diagonal), b(right), scale(by), out(to) {}
  __device__ float value(std::int64_t at) const { return x[at]; }
  __device__ Read read(std::int64_t at) const { return {get(inverse, at), get(b, at)}; }
  __device__ void finish(std::int64_t at, const Read& read, const float (&own)[3],
                         const float (&force)[3], double& sum) const {
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const float to = own[c] + scale * (read.inverse.of[c] * (read.b.of[c] - force[c]));
      out[at + c * kLanes] = to;
      sum += static_cast<double>(read.b.of[c]) * static_cast<double>(to);
    }
  }
};

// step = keep step + scale D^-1 (b - A x), out = x + step.
struct Step : WithoutStrain {
  using Real = float;
  static constexpr bool kHasSum = false;
  struct Read {
    OfNode inverse, b, step;
  };
  const float *x, *inverse, *b;
  float keep, scale;
  float *step, *out;

  Step(const float* of, const float* inverse_diagonal, const float* right, float keeping, float by,
       float* steps, float* to)
      : x(of),
        inverse(inverse_diagonal),
        b(right),
        keep(keeping),
        scale(by),
        step(steps),
        out(to) {}
  __device__ float value(std::int64_t at) const { return x[at]; }
  __device__ Read read(std::int64_t at) const {
    return {get(inverse, at), get(b, at), get(step, at)};
  }
  __device__ void finish(std::int64_t at, const Read& read, const float (&own)[3],
                         const float (&force)[3], double&) const {
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const float change =
          keep * read.step.of[c] + scale * (read.inverse.of[c] * (read.b.of[c] - force[c]));
      step[at + c * kLanes] = change;
      out[at + c * kLanes] = own[c] + change;
    }
  }
};

// The same where x and the step before are first D^-1 b.
struct SecondStep : Step {
  float first;

  SecondStep(float of, const float* inverse_diagonal, const float* right, float keeping, float by,
             float* steps, float* to)
      : Step(nullptr, inverse_diagonal, right, keeping, by, steps, to), first(of) {}
  __device__ float value(std::int64_t at) const { return first * (inverse[at] * b[at]); }
  __device__ Read read(std::int64_t at) const {
    const Read now{get(inverse, at), get(b, at), {}};
    return {now.inverse,
            now.b,
            {first * (now.inverse.of[0] * now.b.of[0]), first * (now.inverse.of[1] * now.b.of[1]),
             first * (now.inverse.of[2] * now.b.of[2])}};
  }
};

// In doubles: forces of a displacement and of a strain that is the same everywhere; r = minus
// these, where components are free; sum of r . r.
template <class Stored>
struct Balance {
  using Real = double;
  static constexpr bool kHasSum = true;
  using Read = OfNode;  // inverse
  const Stored* u;
  const float* inverse;
  double strain[9];
  float *forces, *r;

  __device__ double value(std::int64_t at) const { return static_cast<double>(u[at]); }
  __device__ void add_strain(double (&w)[3][kModes]) const {
#pragma unroll
    for (int c = 0; c < 3; ++c)
#pragma unroll
      for (int axis = 0; axis < 3; ++axis) w[c][1 << axis] += 4 * strain[3 * c + axis];
  }
  __device__ Read read(std::int64_t at) const { return get(inverse, at); }
  __device__ void finish(std::int64_t at, const Read& read, const double (&)[3],
                         const double (&force)[3], double& sum) const {
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      const auto rounded = static_cast<float>(force[c]);
      const float left = read.of[c] != 0 ? -rounded : 0;
      forces[at + c * kLanes] = rounded;
      r[at + c * kLanes] = left;
      sum += static_cast<double>(left) * static_cast<double>(left);
    }
  }
};

}  // namespace
}  // namespace bitvox::stiffness
