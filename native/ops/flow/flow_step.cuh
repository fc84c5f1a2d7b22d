// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/overlap.cuh"
#include "ops/flow/flow_device.cuh"

// A step of the fluid on the GPU, from one copy of the populations to the other: one thread a cell.
namespace bitvox::flow {
namespace {

// On a multiprocessor, as they wait for memory: found by trial on an H200.
constexpr int kBlocksAtATime = 8;

// What there is besides fluid at rest at walls.
enum class Solid { kWhole, kPartly, kBodies };

// Beyond a free face the density is that at rest, and the velocity that of the cell.
template <class Index, class Stored>
__device__ __forceinline__ void arrive_from_free(const DeviceCells& all, const Stored* own,
                                                 std::uint32_t free, float* h) {
  float before[kSlots], u[3];
  load<Index>(all, own, before);
  find_velocity(before, all.rates, 0.0F, u);
  AlongPairs<float> along;
  along_pairs(u[0], u[1], u[2], along);
  const float square = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const float c = along.at[(i - 1) / 2];
    const float value = weight(i) * (c * c * 9.0F - square * 3.0F) - before[opposite(i)];
    if ((free & link_of(i)) != 0) h[i] = value;
  }
}

// Of what arrives at a cell with links: what differs where faces move or are free.
template <class Index, class Stored>
__device__ __forceinline__ void arrive_from_faces(const DeviceCells& all, const Place& at,
                                                  const Stored* own, float* h) {
  const int sides = sides_of(all, at);
  const std::uint32_t moving = all.faces.moving[sides], free = all.faces.free[sides];
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    if ((moving & link_of(i)) != 0) h[i] = h[i] + all.add[i];
  }
  if (free != 0) arrive_from_free<Index>(all, own, free, h);
}

// The velocity of the body that has a cell, if one has.
__device__ __forceinline__ bool motion_at(const DeviceCells& all, std::uint32_t number, float* v) {
  if (number == kOfImage) return false;
  const std::int64_t voxel = static_cast<std::int64_t>(number) - 1;
  const Placed& body = body_with(all, voxel);
  double arm[3];
  arm_to(body, voxel - body.first_voxel, arm);
  motion_of(body, arm, v);
  return true;
}

// What has arrived at a cell that is not solid collides. group: of the cells around it, see above.
template <Solid kSolid>
__device__ __forceinline__ void collide_at(const DeviceCells& all, const Place& at,
                                           std::uint32_t cell, std::uint8_t group, float* h) {
  float solid = 0;
  bool of_body = false;
  float v[3] = {0, 0, 0};
  if constexpr (kSolid == Solid::kPartly) {
    if ((group & kAnyShare) != 0) solid = share_at(all, at, cell);
  }
  if constexpr (kSolid == Solid::kBodies) {
    unsigned long long owner = 0;
    if ((group & kAnyShare) != 0 || all.covered[cell / 32] != 0) owner = all.owners[cell];
    solid = __uint_as_float(static_cast<std::uint32_t>(owner >> 32));
    if (solid != 0) of_body = motion_at(all, owner_of(owner), v);
  }
  if (kSolid == Solid::kWhole || solid == 0) {
    collide(h, all.rates);
    return;
  }
  collide_with_solid(h, all.rates, solid, v);
  if (of_body) {
#pragma unroll
    for (int a = 0; a < 3; ++a) all.momenta[static_cast<std::int64_t>(a) * all.cells + cell] = v[a];
  }
}

// Of the cell itself, -1, and +1 along an axis, around periodic faces.
struct Around {
  int x[3], y[3], z[3];
};
__device__ __forceinline__ Around around(const DeviceCells& all, const Place& at) {
  return {{wrapped(at.x - 1, all.size[0]), at.x, wrapped(at.x + 1, all.size[0])},
          {wrapped(at.y - 1, all.size[1]), at.y, wrapped(at.y + 1, all.size[1])},
          {wrapped(at.z - 1, all.size[2]), at.z, wrapped(at.z + 1, all.size[2])}};
}
__device__ __forceinline__ int row_of(const DeviceCells& all, const Around& near, int slot) {
  return near.z[1 - direction(slot, 2)] * all.size[1] + near.y[1 - direction(slot, 1)];
}

// kFaces: some face moves or is free. Index counts all populations.
template <class Index, bool kFaces, Solid kSolid>
__global__ void __launch_bounds__(kThreads, kBlocksAtATime)
    step_kernel(const __grid_constant__ DeviceCells all, const float* __restrict__ from,
                float* __restrict__ to) {
  const std::uint32_t cell = this_cell();
  std::uint8_t group = 0;
  std::uint32_t links = kSolidCell;
  if (cell < all.cells) {  // what never changes
    group = all.groups[cell / 32];
    links = (group & kAnyLink) != 0 ? all.links[cell] : 0;
  }
  cuda::wait_for_previous_kernel();
  if (links == kSolidCell) return;
  const Place at = place_of(all, cell);
  const Index own = place_of_cell<Index>(all, at.row, at.x);
  const Around near = around(all, at);
  float h[kSlots];
  h[0] = from[own];
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const bool back = (links & link_of(i)) != 0;
    const Index there =
        place_of_cell<Index>(all, row_of(all, near, i), near.x[1 - direction(i, 0)]) +
        place_of_slot<Index>(all, i);
    h[i] = from[back ? own + place_of_slot<Index>(all, opposite(i)) : there];
  }
  if (kFaces && links != 0) arrive_from_faces<Index>(all, at, from + own, h);
  collide_at<kSolid>(all, at, cell, group, h);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) to[own + place_of_slot<Index>(all, i)] = h[i];
}

}  // namespace
}  // namespace bitvox::flow
