// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "ops/flow/flow_faces.hpp"
#include "ops/flow/flow_lattice.hpp"
#include "ops/flow/flow_particles.hpp"
#include "ops/flow/flow_placed.hpp"

// The cells of a flow on the GPU, and where their populations are.
namespace bitvox::flow {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#define BITVOX_UNROLL _Pragma("unroll")
#include "ops/flow/flow_collide.inl"
#include "ops/flow/flow_cover.inl"
#include "ops/flow/flow_particle.inl"
#include "ops/permeability/permeability_dither.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

constexpr int kThreads = 128;

// Of 32 cells that follow each other: whether any has a link, or is solid in part, or is fluid.
constexpr std::uint8_t kAnyLink = 1, kAnyShare = 2, kAnyFluid = 4;

// Populations as they are stored.
__device__ __forceinline__ float population(float stored) { return stored; }
__device__ __forceinline__ float population(Half stored) {
  return __half2float(__ushort_as_half(stored.bits)) * (1 / kHalvesOf);
}
// As they begin: steps round to halves by chance.
__device__ __forceinline__ void store(float value, float* to) { *to = value; }
__device__ __forceinline__ void store(float value, Half* to) {
  to->bits = __half_as_ushort(__float2half_rn(value * kHalvesOf));
}

// Cell x of a row is row * pitch + x; rows end with whole sectors of memory. Population i of it is
// at row * row_stride + i * slot_stride + x. All pointers are to memory of the GPU.
struct DeviceCells {
  int size[3];
  int pitch;
  std::int64_t row_stride, slot_stride;
  std::uint32_t cells;
  bool periodic[3];
  const std::uint8_t* solid;  // of each voxel
  const float* share;         // B for each of its 256 values
  std::uint32_t* links;       // of each cell, see flow_lattice.hpp
  std::uint8_t* groups;       // of 32 cells each, as above
  FaceTable faces;
  Rates rates;           // of the last step
  float add[kSlots];     // likewise, see Drive
  std::uint32_t number;  // of the first voxel in it, see half_scales()

  // Where there are bodies, and else null. The owner of a cell is B, as bits, above the number of
  // the body's voxel that covers it, turned over, so that the largest has it: of equal ones the
  // first.
  unsigned long long* owners;
  std::uint8_t* covered;  // of 32 cells each, whether any is
  float* momenta;         // that solid got, of each cell: three arrays
  const Placed* bodies;
  int body_count;
};

// Where the populations of a cell begin. An Index counts all populations: 32 bits leave more
// threads their registers.
template <class Index>
__device__ __forceinline__ Index place_of_cell(const DeviceCells& all, int row, int x) {
  return static_cast<Index>(row) * static_cast<Index>(all.row_stride) + static_cast<Index>(x);
}
template <class Index>
__device__ __forceinline__ Index place_of_slot(const DeviceCells& all, int slot) {
  return static_cast<Index>(slot) * static_cast<Index>(all.slot_stride);
}

struct Place {
  int x, y, z, row;
};
__device__ __forceinline__ Place place_of(const DeviceCells& all, std::uint32_t cell) {
  const auto pitch = static_cast<std::uint32_t>(all.pitch);
  const auto height = static_cast<std::uint32_t>(all.size[1]);
  const std::uint32_t row = cell / pitch;
  return {static_cast<int>(cell - row * pitch), static_cast<int>(row % height),
          static_cast<int>(row / height), static_cast<int>(row)};
}

__device__ __forceinline__ std::uint32_t this_cell() { return blockIdx.x * kThreads + threadIdx.x; }

__device__ __forceinline__ std::uint8_t solid_at(const DeviceCells& all, int x, int row) {
  return all.solid[static_cast<std::int64_t>(row) * all.size[0] + x];
}

__device__ __forceinline__ int wrapped(int i, int size) {
  return i < 0 ? i + size : i >= size ? i - size : i;
}

__device__ __forceinline__ int sides_of(const DeviceCells& all, const Place& at) {
  const int i[3] = {at.x, at.y, at.z};
  int sides = 0;
#pragma unroll
  for (int a = 0; a < 3; ++a) {
    sides |= (i[a] == 0 ? 1 : 0) << (2 * a);
    sides |= (i[a] == all.size[a] - 1 ? 2 : 0) << (2 * a);
  }
  return sides;
}

// The number of the voxel of a body that has a cell, see Placed; of the image: all bits.
__device__ __forceinline__ std::uint32_t owner_of(unsigned long long owner) {
  return ~static_cast<std::uint32_t>(owner);
}
constexpr std::uint32_t kOfImage = 0;  // numbers of bodies' voxels are counted from 1 here

__device__ __forceinline__ unsigned long long owner_with(float share, std::uint32_t number) {
  return static_cast<unsigned long long>(__float_as_uint(share)) << 32 | (~number & 0xffffffffU);
}

// B of a cell.
__device__ __forceinline__ float share_at(const DeviceCells& all, const Place& at,
                                          std::uint32_t cell) {
  if (all.owners != nullptr) {
    return __uint_as_float(static_cast<std::uint32_t>(all.owners[cell] >> 32));
  }
  return all.share[solid_at(all, at.x, at.row)];
}

// A voxel of a body's box, by its number from 0.
__device__ __forceinline__ void arm_to(const Placed& body, std::int64_t number, double* arm) {
  const std::int64_t row = number / body.size[0];
  const std::int64_t at[3] = {number % body.size[0], row % body.size[1], row / body.size[1]};
#pragma unroll
  for (int a = 0; a < 3; ++a) {
    arm[a] = static_cast<double>(body.low[a] + at[a]) - body.centre[a];
  }
}

__device__ __forceinline__ const Placed& body_with(const DeviceCells& all, std::int64_t voxel) {
  int low = 0, high = all.body_count - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (all.bodies[middle].first_voxel <= voxel) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return all.bodies[low];
}

// The populations of a cell that begin at `own`.
template <class Index, class Stored>
__device__ __forceinline__ void load(const DeviceCells& all, const Stored* own, float* h) {
#pragma unroll
  for (int i = 0; i < kSlots; ++i) h[i] = population(own[place_of_slot<Index>(all, i)]);
}

// The velocity of one cell; false where it is solid.
template <class Stored>
__device__ __forceinline__ bool velocity_of(const DeviceCells& all, const Stored* populations,
                                            const Place& at, float* u) {
  if (solid_at(all, at.x, at.row) == 255) return false;
  float h[kSlots];
  load<std::int64_t>(all, populations + place_of_cell<std::int64_t>(all, at.row, at.x), h);
  const auto cell = static_cast<std::uint32_t>(at.row * all.pitch + at.x);
  find_velocity(h, all.rates, share_at(all, at, cell), u);
  return true;
}

}  // namespace
}  // namespace bitvox::flow
