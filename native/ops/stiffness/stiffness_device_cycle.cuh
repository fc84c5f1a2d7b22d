// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/overlap.cuh"
#include "linear_systems/chebyshev.hpp"
#include "ops/stiffness/stiffness_cycle.hpp"
#include "ops/stiffness/stiffness_device_levels.cuh"
#include "ops/stiffness/stiffness_flat.cuh"
#include "ops/stiffness/stiffness_march.cuh"
#include "ops/stiffness/stiffness_smoothing.hpp"
#include "ops/stiffness/stiffness_transfer.hpp"
#include "ops/stiffness/stiffness_works.cuh"

// The V-cycle of stiffness_cycle.hpp on the GPU.
namespace bitvox::stiffness {
namespace {

constexpr int kMostUnknowns = 3 * 27;  // of the coarsest level: two elements along each axis
constexpr int kCoarsestThreads = 96;

// x of b by the dense inverse, which is stored column by column.
struct DeviceCoarsest {
  const double* inverse;
  const std::int64_t* unknowns;
  int count;
};
__global__ void __launch_bounds__(kCoarsestThreads)
    coarsest_kernel(const __grid_constant__ DeviceCoarsest of, const float* b, float* x) {
  __shared__ double right[kMostUnknowns];
  const int i = static_cast<int>(threadIdx.x);
  cuda::wait_for_previous_kernel();
  if (i < of.count) right[i] = static_cast<double>(b[of.unknowns[i]]);
  __syncthreads();
  if (i >= of.count) return;
  double sum = 0;
  for (int j = 0; j < of.count; ++j) sum += of.inverse[j * of.count + i] * right[j];
  x[of.unknowns[i]] = static_cast<float>(sum);
}

class DeviceCycle {
 public:
  // Of a level but the finest.
  struct Vectors {
    float *b, *x, *other, *step;
  };

  // What it needs of the arena, which may be one that measures only.
  void take(cuda::DeviceArena& arena, const DeviceLevels& levels) {
    vectors_.resize(levels.count());
    for (std::size_t i = 1; i < levels.count(); ++i) {
      for (float** of : {&vectors_[i].b, &vectors_[i].x, &vectors_[i].other, &vectors_[i].step}) {
        *of = arena.take<float>(levels[i].numbers());
      }
    }
    inverse_ = arena.take<double>(kMostUnknowns * kMostUnknowns);
    unknowns_ = arena.take<std::int64_t>(kMostUnknowns);
  }

  // The coarsest level is solved by the CPU, once and for all.
  void set_up(float highest_eigenvalue, const Level& coarsest, const cuda::Stream& stream) {
    highest_ = highest_eigenvalue;
    const CoarsestLevel solved(coarsest);
    const std::size_t count = solved.unknowns().size();
    std::vector<double> by_columns(count * count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j) {
        by_columns[j * count + i] = solved.inverse()[i * count + j];
      }
    const auto size = static_cast<std::int64_t>(count);
    cuda::copy(inverse_, by_columns.data(), size * size, stream);
    cuda::copy(unknowns_, solved.unknowns().data(), size, stream);
    stream.wait();
    coarsest_ = {inverse_, unknowns_, static_cast<int>(count)};
  }

  // Enqueues what the coarse levels make of `left`, of the finest one; where it will be.
  const float* correct(const DeviceLevels& levels, const float* left,
                       const cuda::Stream& stream) const {
    if (levels.count() < 2) return nullptr;
    restrict_to(levels, 1, left, stream);
    return improve(levels, 1, stream);
  }

 private:
  void restrict_to(const DeviceLevels& levels, std::size_t to, const float* left,
                   const cuda::Stream& stream) const {
    const LevelRows &fine = levels[to - 1].rows, &coarse = levels[to].rows;
    each_place(nodes_of(coarse), RestrictNode{fine, coarse, left, vectors_[to].b}, stream);
  }

  // x of b, from 0; where it will be.
  const float* improve(const DeviceLevels& levels, std::size_t at,
                       const cuda::Stream& stream) const {
    const LevelRows& level = levels[at].rows;
    const Vectors& own = vectors_[at];
    if (at + 1 == levels.count()) {
      cuda::launch_overlapping(coarsest_kernel, {1, kCoarsestThreads}, stream, coarsest_, own.b,
                               own.x);
      return own.x;
    }
    static_assert(kDegree > 1);
    const Chebyshev<float> polynomial{kLowest * highest_, highest_, kDegree};
    const float first = 1 / polynomial.middle();
    float *x = own.x, *other = own.other;
    bool is_second = true;
    polynomial.each(1, [&](float keep, float scale) {
      if (is_second) {
        march(level, SecondStep{first, level.inverse, own.b, keep, scale, own.step, other}, nullptr,
              stream);
      } else {
        march(level, Step{x, level.inverse, own.b, keep, scale, own.step, other}, nullptr, stream);
      }
      is_second = false;
      std::swap(x, other);
    });
    march(level, Left{x, level.inverse, own.b, other}, nullptr, stream);
    restrict_to(levels, at + 1, other, stream);
    const float* const correction = improve(levels, at + 1, stream);
    const Interpolated interpolated{level, levels[at + 1].rows, correction};
    each_place(nodes_of(level), AddCoarse{interpolated, x}, stream);
    polynomial.each(0, [&](float keep, float scale) {
      march(level, Step{x, level.inverse, own.b, keep, scale, own.step, other}, nullptr, stream);
      std::swap(x, other);
    });
    return x;
  }

  float highest_ = 1;
  std::vector<Vectors> vectors_;  // the first is of no use
  double* inverse_ = nullptr;
  std::int64_t* unknowns_ = nullptr;
  DeviceCoarsest coarsest_{};
};

}  // namespace
}  // namespace bitvox::stiffness
