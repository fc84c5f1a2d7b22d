// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "ops/permeability/permeability_lattice.hpp"
#include "ops/permeability/permeability_places.hpp"
#include "ops/permeability/permeability_table.hpp"

// The cells of a flow on the GPU, and where their populations are.
namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#define BITVOX_UNROLL _Pragma("unroll")
#define BITVOX_POPCOUNT __popcll
#include "ops/permeability/permeability_collide.inl"
#include "ops/permeability/permeability_dither.inl"
#include "ops/permeability/permeability_interpolate.inl"
#include "ops/permeability/permeability_places.inl"
// After what it builds upon.
#include "ops/permeability/permeability_neighbours.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

constexpr int kThreads = 128;

// All pointers are to memory of the GPU. Stored: float or Half.
template <class Stored>
struct DeviceCells {
  PorePlaces pores;
  TableShape shape;            // of the table, see permeability_table.hpp
  const std::uint64_t* table;  // null where there are too many cells or voxels for it
  const std::uint32_t*
      voxels;  // of each cell: table_place(), or without a table the voxel's number
  std::int64_t cells;
  Stored* populations;  // see place_of_cell()
  // Of what `voxels` counts: the words or voxels of a row, the rows of a slice, and 2^32 over them,
  // rounded down.
  std::uint32_t row, slice, per_row, per_slice;
};

// Of so many cells that follow each other the populations lie together, slot after slot: on an H200
// a step is faster by a twentieth than with an array for each slot.
constexpr int kTogether = 128;
constexpr std::int64_t population_count(std::int64_t cells) {
  return (cells + kTogether - 1) / kTogether * kTogether * kSlots;
}

// The place of a population is the sum of these. Index: 32 bits where all populations can be
// counted with them, which leaves more threads their registers.
template <class Index>
__device__ __forceinline__ Index place_of_cell(std::int64_t cell) {
  const auto number = static_cast<std::make_unsigned_t<Index>>(cell);  // divides by a shift
  return static_cast<Index>(number / kTogether * (kTogether * (kSlots - 1)) + number);
}
template <class Index>
__device__ __forceinline__ Index place_of_slot(int slot) {
  return static_cast<Index>(slot) * kTogether;
}

// value / by and value % by, with 2^32 / by, rounded down.
struct Divided {
  std::uint32_t quotient, rest;
};
__device__ __forceinline__ Divided divide(std::uint32_t value, std::uint32_t by,
                                          std::uint32_t per) {
  const std::uint32_t quotient = __umulhi(value, per);  // or one more
  const std::uint32_t rest = value - quotient * by;
  return rest < by ? Divided{quotient, rest} : Divided{quotient + 1, rest - by};
}

// A population as it is stored, and back.
__device__ __forceinline__ float population(float stored) { return stored; }
__device__ __forceinline__ float population(Half stored) {
  return __half2float(__ushort_as_half(stored.bits));
}
__device__ __forceinline__ void put(float value, float* to) { *to = value; }
__device__ __forceinline__ void put(float value, Half* to) {
  to->bits = __half_as_ushort(__float2half_rn(value));
}

// What departs, as it is stored but for the rounding.
__device__ __forceinline__ void scale_departing(float*, std::int64_t, std::uint32_t, const float*) {
}
__device__ __forceinline__ void scale_departing(float* h, std::int64_t cell, std::uint32_t number,
                                                const Half*) {
  float scale, scale_of_axes;
  half_scales(number + static_cast<std::uint32_t>(cell), 1, scale, scale_of_axes);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) h[i] *= is_axis(i) ? scale_of_axes : scale;
}

struct Voxel {
  int x, y, z;
};
template <class Stored>
__device__ __forceinline__ Voxel voxel_of(const DeviceCells<Stored>& all, std::uint32_t place) {
  const bool in_table = all.table != nullptr;
  const Divided row = divide(in_table ? place / kTableVoxels : place, all.row, all.per_row);
  const Divided slice = divide(row.quotient, all.slice, all.per_slice);
  if (!in_table) {
    return {static_cast<int>(row.rest), static_cast<int>(slice.rest),
            static_cast<int>(slice.quotient)};
  }
  return {static_cast<int>(row.rest * kTableVoxels + place % kTableVoxels),
          static_cast<int>(slice.rest) - 1, static_cast<int>(slice.quotient) - 1};
}

__device__ __forceinline__ std::int64_t this_cell() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}

// Fetches what arrives at a cell from where it departed to. at(slot, place) is told about each
// place, or its complement where the population changes its sign.
template <class Index, class Stored, class At>
__device__ __forceinline__ void fetch(const DeviceCells<Stored>& all, std::int64_t cell,
                                      std::uint32_t place, float* h, const At& at) {
  const auto own = place_of_cell<Index>(cell);
  h[0] = population(all.populations[own]);
  bool by_table = all.table != nullptr;
  RowEnds ends{false, false};
  if (!by_table || any_mirrored(all.pores)) {
    const Voxel v = voxel_of(all, place);
    by_table = by_table && !at_mirror(all.pores, 0, v.x) && !at_mirror(all.pores, 1, v.y) &&
               !at_mirror(all.pores, 2, v.z);
    ends = row_ends(all.pores, v.x);
    if (!by_table) {
#pragma unroll
      for (int slot = 1; slot < kSlots; ++slot) {
        const PopulationPlace from = place_of(all.pores, cell, v.x, v.y, v.z, slot);
        const Index index = place_of_cell<Index>(from.cell) + place_of_slot<Index>(from.slot);
        const float value = population(all.populations[index]);
        h[slot] = from.negated ? -value : value;
        at(slot, from.negated ? ~index : index);
      }
      return;
    }
  } else if (all.pores.borders[0] == Border::kPeriodic) {
    const Divided row = divide(place / kTableVoxels, all.row, all.per_row);
    ends = row_ends(all.pores, static_cast<int>(row.rest * kTableVoxels + place % kTableVoxels));
  }
  for_neighbours(all.shape, all.table + place / kTableVoxels, place % kTableVoxels, ends,
                 static_cast<std::uint32_t>(cell), [&](int slot, bool pore, std::uint32_t from) {
                   // What departed from there, or else what solid sends back.
                   const Index back =
                       own + (place_of_slot<Index>(slot) - place_of_slot<Index>(opposite(slot)));
                   const Index index = (pore ? place_of_cell<Index>(from) : back) +
                                       place_of_slot<Index>(opposite(slot));
                   h[slot] = population(all.populations[index]);
                   at(slot, index);
                 });
}
template <class Index, class Stored>
__device__ __forceinline__ void fetch(const DeviceCells<Stored>& all, std::int64_t cell,
                                      std::uint32_t place, float* h) {
  fetch<Index>(all, cell, place, h, [](int, Index) {});
}

// The populations that lie at a cell.
template <class Index = std::int64_t, class Stored>
__device__ __forceinline__ void load(const DeviceCells<Stored>& all, std::int64_t cell, float* h) {
  const Stored* const own = all.populations + place_of_cell<Index>(cell);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) h[i] = population(own[place_of_slot<Index>(i)]);
}
// Each departs to the slot of the opposite velocity.
template <class Index = std::int64_t, class Stored>
__device__ __forceinline__ void depart(float* h, std::int64_t cell, std::uint32_t number,
                                       Stored* populations) {
  Stored* const own = populations + place_of_cell<Index>(cell);
  scale_departing(h, cell, number, own);
#pragma unroll
  for (int i = 0; i < kSlots; ++i) put(h[i], own + place_of_slot<Index>(opposite(i)));
}

// ---- Making the cells --------------------------------------------------------------------------

// A thread for each word of the table.
__global__ void __launch_bounds__(kThreads)
    table_kernel(PorePlaces pores, TableShape shape, std::int64_t words, std::uint64_t* table) {
  const std::int64_t i = this_cell();
  if (i < words) table[i] = table_word(pores, shape, i);
}

// The voxel of each cell; a thread for each word of the pores.
__global__ void __launch_bounds__(kThreads)
    voxels_kernel(PorePlaces pores, TableShape shape, bool in_table, std::int64_t words,
                  std::uint32_t* voxels) {
  const std::int64_t i = this_cell();
  if (i >= words) return;
  const std::int64_t row = i / pores.words_per_row;
  const auto x = static_cast<std::uint32_t>(i % pores.words_per_row * 64);
  const std::uint32_t first =
      in_table ? table_place(shape, static_cast<int>(x), static_cast<int>(row % pores.size[1]),
                             static_cast<int>(row / pores.size[1]))
               : static_cast<std::uint32_t>(row * pores.size[0]) + x;
  std::uint32_t cell = pores.ranks[i];
  for (std::uint64_t left = pores.words[i]; left != 0; left &= left - 1) {
    voxels[cell++] = first + static_cast<std::uint32_t>(__ffsll(static_cast<long long>(left)) - 1);
  }
}

}  // namespace
}  // namespace bitvox::permeability
