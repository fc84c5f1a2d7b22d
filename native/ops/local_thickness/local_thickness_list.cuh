// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "ops/local_thickness/local_thickness_centres.cuh"

namespace bitvox::local_thickness {

// Balls are painted in bands of falling radius; kBands of them, of equal width.
inline constexpr int kBands = 256;

// The largest balls are in band 0. Roots and quotients are rounded, but never out of their order.
template <class V>
__device__ int band_of(const Volume<V>& volume, Square<V> square) {
  const double part = sqrt(static_cast<double>(square) / volume.largest);
  return min(kBands - 1, static_cast<int>((1 - part) * kBands));
}

// Where a ball's centre is; its squared radius is in the volume.
struct Centre {
  unsigned x;
  unsigned row;
};

// Words first .. first + count - 1 of the rows of centres.
struct WordRange {
  std::int64_t first;
  std::int64_t count;
};

// Calls visit(centre, band) for the centres of a thread's word.
template <class V, class Visit>
__device__ void for_every_centre(const Volume<V>& volume, const std::uint32_t* centres,
                                 const WordRange& range, Visit&& visit) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= range.count) return;
  const int words = words_of(volume.width);
  const std::int64_t row = (range.first + i) / words;
  const int first_x = static_cast<int>((range.first + i) % words) * kWarp;
  for (std::uint32_t bits = centres[range.first + i]; bits != 0; bits &= bits - 1) {
    const int x = first_x + __ffs(static_cast<int>(bits)) - 1;
    visit(Centre{static_cast<unsigned>(x), static_cast<unsigned>(row)},
          band_of(volume, volume.square_at(x, row)));
  }
}

// How many centres each band has. Blocks of kBands threads.
template <class V>
__global__ void __launch_bounds__(kBands)
    count_centres_kernel(Volume<V> volume, const std::uint32_t* centres, WordRange range,
                         unsigned long long* counts) {
  __shared__ unsigned block_counts[kBands];
  block_counts[threadIdx.x] = 0;
  __syncthreads();
  for_every_centre(volume, centres, range,
                   [&](const Centre&, int band) { atomicAdd(block_counts + band, 1U); });
  __syncthreads();
  const unsigned count = block_counts[threadIdx.x];
  if (count > 0) atomicAdd(counts + threadIdx.x, static_cast<unsigned long long>(count));
}

// Bands first .. end - 1, whose lists lie one after the other.
struct BandRange {
  int first;
  int end;
};

// The centres of some bands, each band's from its cursor on, which moves on. Blocks of kBands
// threads.
template <class V>
__global__ void __launch_bounds__(kBands)
    list_centres_kernel(Volume<V> volume, const std::uint32_t* centres, WordRange range,
                        BandRange bands, unsigned long long* cursors, Centre* list) {
  __shared__ unsigned block_counts[kBands];
  __shared__ unsigned long long places[kBands];
  const int band = static_cast<int>(threadIdx.x);
  block_counts[band] = 0;
  __syncthreads();
  const auto listed = [&](int b) { return b >= bands.first && b < bands.end; };
  for_every_centre(volume, centres, range, [&](const Centre&, int b) {
    if (listed(b)) atomicAdd(block_counts + b, 1U);
  });
  __syncthreads();
  const unsigned count = block_counts[band];
  if (count > 0) places[band] = atomicAdd(cursors + band, static_cast<unsigned long long>(count));
  block_counts[band] = 0;
  __syncthreads();
  for_every_centre(volume, centres, range, [&](const Centre& centre, int b) {
    if (listed(b)) list[places[b] + atomicAdd(block_counts + b, 1U)] = centre;
  });
}

}  // namespace bitvox::local_thickness
