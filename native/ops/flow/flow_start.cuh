// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "cuda/warp.cuh"
#include "ops/flow/flow_device.cuh"

// What is made once on the GPU: links, and populations at rest.
namespace bitvox::flow {
namespace {

__device__ __forceinline__ std::uint32_t links_of(const DeviceCells& all, const Place& at) {
  if (at.x >= all.size[0] || solid_at(all, at.x, at.row) == 255) return kSolidCell;
  std::uint32_t links = all.faces.outside[sides_of(all, at)];
#pragma unroll
  for (int slot = 1; slot < kSlots; ++slot) {
    if ((links & link_of(slot)) != 0) continue;
    const int x = wrapped(at.x - direction(slot, 0), all.size[0]);
    const int y = wrapped(at.y - direction(slot, 1), all.size[1]);
    const int z = wrapped(at.z - direction(slot, 2), all.size[2]);
    if (solid_at(all, x, z * all.size[1] + y) == 255) links |= link_of(slot);
  }
  return links;
}

// Whole blocks, so that all lanes vote.
__global__ void __launch_bounds__(kThreads) links_kernel(DeviceCells all) {
  const std::uint32_t cell = this_cell();
  const bool there = cell < all.cells;
  const Place at = place_of(all, there ? cell : 0);
  const std::uint32_t links = there ? links_of(all, at) : kSolidCell;
  const bool partly = links != kSolidCell && solid_at(all, at.x, at.row) != 0;
  if (there) all.links[cell] = links;
  const bool any_link = __any_sync(cuda::kAllLanes, links != 0) != 0;
  const bool any_share = __any_sync(cuda::kAllLanes, partly) != 0;
  const bool any_fluid = __any_sync(cuda::kAllLanes, links != kSolidCell) != 0;
  if (cuda::this_lane() == 0 && there) {
    all.groups[cell / cuda::kWarp] = static_cast<std::uint8_t>(
        (any_link ? kAnyLink : 0) | (any_share ? kAnyShare : 0) | (any_fluid ? kAnyFluid : 0));
  }
  if (there && all.owners != nullptr) {
    const float share = partly ? all.share[solid_at(all, at.x, at.row)] : 0.0F;
    all.owners[cell] = owner_with(share, kOfImage);
  }
}

struct AtRest {
  float of_slot[kSlots];
};
template <class Stored>
__global__ void __launch_bounds__(kThreads)
    rest_kernel(DeviceCells all, AtRest rest, Stored* populations) {
  const std::uint32_t cell = this_cell();
  if (cell >= all.cells) return;
  const Place at = place_of(all, cell);
  Stored* const own = populations + place_of_cell<std::int64_t>(all, at.row, at.x);
#pragma unroll
  for (int i = 0; i < kSlots; ++i)
    store(rest.of_slot[i], own + place_of_slot<std::int64_t>(all, i));
}

}  // namespace
}  // namespace bitvox::flow
