// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_fp16.h>

#include <cstring>

#include "ops/flow/flow_step.cuh"

// A step of the fluid on the GPU where populations are halves: a thread for four cells of a row,
// which one load and one store move, as for one it would be bound by their number. Rows take whole
// fours; what is behind the end of one means nothing.
namespace bitvox::flow {
namespace {

constexpr int kFour = 4;  // cells of a thread

// Of so few threads each may have the registers that its cells take.
constexpr int kHalfThreads = 64;
constexpr int kHalfBlocksAtATime = 8;

// Slots of what arrives from the left, and from the right.
constexpr std::uint32_t slots_along_x(int sign) {
  std::uint32_t slots = 0;
  for (int i = 1; i < kSlots; ++i) slots |= direction(i, 0) == sign ? link_of(i) : 0;
  return slots;
}
constexpr std::uint32_t kFromLeft = slots_along_x(1), kFromRight = slots_along_x(-1);

// One population of four cells.
struct FourHalves {
  std::uint32_t first, last;  // two each, that of the first cell in the lower bits
};

__device__ __forceinline__ FourHalves load_four(const Half* from) {
  const uint2 words = *reinterpret_cast<const uint2*>(from);
  return {words.x, words.y};
}

// A cell further right, with what is new at the left; and the other way.
__device__ __forceinline__ FourHalves from_left(const FourHalves& four, Half next) {
  return {__byte_perm(four.first, next.bits, 0x1054), __byte_perm(four.first, four.last, 0x5432)};
}
__device__ __forceinline__ FourHalves from_right(const FourHalves& four, Half next) {
  return {__byte_perm(four.first, four.last, 0x5432), __byte_perm(four.last, next.bits, 0x5432)};
}

__device__ __forceinline__ void put(FourHalves& four, int cell, Half half) {
  std::uint32_t& two = cell < 2 ? four.first : four.last;
  two = __byte_perm(two, half.bits, cell % 2 == 0 ? 0x3254 : 0x5410);
}

__device__ __forceinline__ void unpack(std::uint32_t two, float& first, float& second) {
  __half2 halves;
  std::memcpy(&halves, &two, sizeof halves);
  const float2 floats = __half22float2(halves);
  first = floats.x * (1 / kHalvesOf);
  second = floats.y * (1 / kHalvesOf);
}
__device__ __forceinline__ std::uint32_t pack(float first, float second) {
  const __half2 halves = __floats2half2_rn(first, second);
  std::uint32_t two;
  std::memcpy(&two, &halves, sizeof two);
  return two;
}

// Where four cells are, and their links.
struct FourCells {
  Place at;  // of the first one
  std::uint32_t links[kFour];
};

// What arrives: of each slot four halves of the neighbour row, of which those that come from the
// left or right lie a cell beside and lack one. What comes back by links is put over them.
template <class Index>
__device__ __forceinline__ void arrive(const DeviceCells& all, const FourCells& cells,
                                       const Half* from, FourHalves* h) {
  const Place& at = cells.at;
  const Around near = around(all, at);
  const int left = near.x[0], rest_of_row = all.size[0] - at.x;
  const int right = rest_of_row > kFour ? at.x + kFour : 0;
  const Half* const own = from + place_of_cell<Index>(all, at.row, at.x);
  const auto back = [&](int i, int c) {
    return own + (place_of_slot<Index>(all, opposite(i)) + c);
  };
  const auto there = [&](int i, int x) {
    return from +
           (place_of_cell<Index>(all, row_of(all, near, i), x) + place_of_slot<Index>(all, i));
  };
  h[0] = load_four(own);
#pragma unroll
  for (int i = 1; i < kSlots; ++i) {
    const FourHalves four = load_four(there(i, at.x));
    if (direction(i, 0) == 0) {
      h[i] = four;
    } else if (direction(i, 0) > 0) {
      h[i] = from_left(four, *((cells.links[0] & link_of(i)) != 0 ? back(i, 0) : there(i, left)));
    } else {
      h[i] = from_right(four, *((cells.links[3] & link_of(i)) != 0 ? back(i, 3) : there(i, right)));
    }
  }
  const std::uint32_t others = (cells.links[0] & ~kFromLeft) | cells.links[1] | cells.links[2] |
                               (cells.links[3] & ~kFromRight);
  if ((others & ~kSolidCell) == 0 && rest_of_row >= kFour) return;
#pragma unroll
  for (int i = 1; i < kSlots; ++i)
#pragma unroll
    for (int c = 0; c < kFour; ++c) {
      if (c == (direction(i, 0) > 0 ? 0 : direction(i, 0) < 0 ? 3 : kFour)) continue;  // is there
      if ((cells.links[c] & link_of(i)) != 0) {
        put(h[i], c, *back(i, c));
      } else if (direction(i, 0) < 0 && c + 1 == rest_of_row) {
        put(h[i], c, *there(i, 0));
      }
    }
}

// What is in solid means nothing, but must not grow.
__device__ __forceinline__ void clear_solid(const std::uint32_t* links, FourHalves* h) {
  if (((links[0] | links[1] | links[2] | links[3]) & kSolidCell) == 0) return;
  const auto mask = [&](int c) {
    return ((links[c] & kSolidCell) != 0 ? 0U : 0xffffU) |
           ((links[c + 1] & kSolidCell) != 0 ? 0U : 0xffff0000U);
  };
  const std::uint32_t first = mask(0), last = mask(2);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) h[i] = {h[i].first & first, h[i].last & last};
}

template <class Index, bool kFaces, Solid kSolid>
__global__ void __launch_bounds__(kHalfThreads, kHalfBlocksAtATime)
    step_halves_kernel(const __grid_constant__ DeviceCells all, const Half* __restrict__ from,
                       Half* __restrict__ to) {
  const std::uint32_t cell = kFour * (blockIdx.x * kHalfThreads + threadIdx.x);
  std::uint8_t group = 0;
  FourCells cells{};
  if (cell < all.cells) {  // what never changes
    group = all.groups[cell / 32];
    if ((group & kAnyLink) != 0) {
      const uint4 links = *reinterpret_cast<const uint4*>(all.links + cell);
      cells.links[0] = links.x;
      cells.links[1] = links.y;
      cells.links[2] = links.z;
      cells.links[3] = links.w;
    }
  }
  cuda::wait_for_previous_kernel();
  // Where any of 32 cells is fluid all are written, as memory writes whole sectors only.
  if ((group & kAnyFluid) == 0) return;
  cells.at = place_of(all, cell);
  const Index own = place_of_cell<Index>(all, cells.at.row, cells.at.x);
  FourHalves h[kSlots];
  arrive<Index>(all, cells, from, h);
  clear_solid(cells.links, h);
  const std::uint32_t number =
      all.number + static_cast<std::uint32_t>(cells.at.row * all.size[0] + cells.at.x);
  // Two and then the other two, which have come to the front by then.
#pragma unroll
  for (int two = 0; two < kFour; two += 2) {
    float of[2][kSlots], scale[2], scale_of_axes[2];
#pragma unroll
    for (int i = 0; i < kSlots; ++i) unpack(h[i].first, of[0][i], of[1][i]);
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const std::uint32_t links = cells.links[k];
      const Place at{cells.at.x + two + k, cells.at.y, cells.at.z, cells.at.row};
      const bool solid = (links & kSolidCell) != 0;
      if (kFaces && links != 0 && !solid) {
        arrive_from_faces<Index>(all, at, from + (own + (two + k)), of[k]);
      }
      if (kSolid == Solid::kWhole || !solid) {
        collide_at<kSolid>(all, at, cell + two + k, group, of[k]);
      }
      half_scales(number + (two + k), kHalvesOf, scale[k], scale_of_axes[k]);
      cells.links[k] = cells.links[k + 2];
    }
#pragma unroll
    for (int i = 0; i < kSlots; ++i) {
      const float* const by = is_axis(i) ? scale_of_axes : scale;
      h[i] = {h[i].last, pack(of[0][i] * by[0], of[1][i] * by[1])};
    }
  }
#pragma unroll
  for (int i = 0; i < kSlots; ++i) {
    *reinterpret_cast<uint2*>(to + (own + place_of_slot<Index>(all, i))) = {h[i].first, h[i].last};
  }
}

}  // namespace
}  // namespace bitvox::flow
