// SPDX-License-Identifier: BSD-2-Clause
// The two steps of the CPU, see permeability_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#define BITVOX_UNROLL _Pragma("GCC unroll 9")
#include "ops/permeability/permeability_collide.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));

void even_step(float* populations, int64_t stride, BlockRange blocks, const Rates* rates) {
  const Rates own = *rates;
  for (int64_t b = blocks.begin; b < blocks.end; ++b) {
    float* const at = populations + b * kLanes;
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) __builtin_memcpy(&h[i], at + i * stride, sizeof(Lanes));
    collide(h, own);
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) {
      __builtin_memcpy(at + opposite(i) * stride, &h[i], sizeof(Lanes));
    }
  }
}

// Four loads at a time join into half a vector without a detour through memory.
inline __attribute__((always_inline)) void load_lone(const float* from, const int32_t* lone,
                                                     Lanes& h) {
  h = Lanes{from[lone[0]], from[lone[1]], from[lone[2]], from[lone[3]],
            from[lone[4]], from[lone[5]], from[lone[6]], from[lone[7]]};
}

void load_special(const float* populations, const uint64_t* special, Lanes& h) {
  float values[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    const float value = populations[special[lane] & ~kNegated];
    values[lane] = (special[lane] & kNegated) != 0 ? -value : value;
  }
  __builtin_memcpy(&h, values, sizeof(Lanes));
}

void store_special(float* populations, const uint64_t* special, const Lanes& h) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const float value = h[lane];
    populations[special[lane] & ~kNegated] = (special[lane] & kNegated) != 0 ? -value : value;
  }
}

// The next of a set of slots, which leaves it.
inline int take_slot(uint32_t& slots) {
  const int slot = __builtin_ctz(slots);
  slots &= slots - 1;
  return slot;
}

// What arrives at the cells of block b.
inline __attribute__((always_inline)) void fetch(const float* populations, int64_t stride,
                                                 int64_t b, const BlockLinks* block,
                                                 const Links* links, Lanes* h) {
  __builtin_memcpy(&h[0], populations + b * kLanes, sizeof(Lanes));
  // What is needed soon: the places follow no order that a processor would guess.
#pragma GCC unroll 18
  for (int i = 1; i < kSlots; ++i) {
    __builtin_prefetch(populations + opposite(i) * stride + block[kAhead].whole[i], 1);
  }
  // Sets of slots instead of a question for each.
  for (uint32_t slots = kAllLinks & ~(block->lone | block->special); slots != 0;) {
    const int i = take_slot(slots);
    const float* const from = populations + opposite(i) * stride + block->whole[i];
    __builtin_memcpy(&h[i], from, sizeof(Lanes));
  }
  const int32_t* list = links->lone + static_cast<int64_t>(block->first_lone) * kLanes;
  for (uint32_t slots = block->lone; slots != 0; list += kLanes) {
    const int i = take_slot(slots);
    load_lone(populations + opposite(i) * stride, list, h[i]);
  }
  const uint64_t* places = links->special + static_cast<int64_t>(block->first_special) * kLanes;
  for (uint32_t slots = block->special; slots != 0; places += kLanes) {
    load_special(populations, places, h[take_slot(slots)]);
  }
}

// What departs along -c goes to where the population of c came from.
inline __attribute__((always_inline)) void put(float* populations, int64_t stride, int64_t b,
                                               const BlockLinks* block, const Links* links,
                                               const Lanes* h) {
  __builtin_memcpy(populations + b * kLanes, &h[0], sizeof(Lanes));
  for (uint32_t slots = kAllLinks & ~(block->lone | block->special); slots != 0;) {
    const int i = take_slot(slots);
    float* const to = populations + opposite(i) * stride + block->whole[i];
    __builtin_memcpy(to, &h[opposite(i)], sizeof(Lanes));
  }
  const int32_t* list = links->lone + static_cast<int64_t>(block->first_lone) * kLanes;
  for (uint32_t slots = block->lone; slots != 0; list += kLanes) {
    const int i = take_slot(slots);
    float* const to = populations + opposite(i) * stride;
    const Lanes departs = h[opposite(i)];
#pragma GCC unroll 8
    for (int lane = 0; lane < kLanes; ++lane) to[list[lane]] = departs[lane];
  }
  const uint64_t* places = links->special + static_cast<int64_t>(block->first_special) * kLanes;
  for (uint32_t slots = block->special; slots != 0; places += kLanes) {
    store_special(populations, places, h[opposite(take_slot(slots))]);
  }
}

void odd_step(float* populations, int64_t stride, BlockRange blocks, const Links* links,
              const Rates* rates) {
  const Rates own = *rates;
  const BlockLinks* block = links->blocks;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++block) {
    Lanes h[kSlots];
    fetch(populations, stride, b, block, links, h);
    collide(h, own);
    put(populations, stride, b, block, links, h);
  }
}

inline __attribute__((always_inline)) void measure_block(const Lanes* h, const Rates& rates,
                                                         int axis, Measured* out) {
  MomentsOf<Lanes> m;
  find_moments(h, rates, m);
  __builtin_memcpy(out->velocity, &m.u[axis], sizeof(Lanes));
  Lanes departs[kSlots], product;
  __builtin_memcpy(departs, h, sizeof departs);
  collide(departs, rates);
  find_product(h, departs, product);
  __builtin_memcpy(out->product, &product, sizeof(Lanes));
}

void measure(const float* populations, int64_t stride, BlockRange blocks, const Rates* rates,
             int axis, Measured* out) {
  const Rates own = *rates;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++out) {
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) {
      __builtin_memcpy(&h[i], populations + i * stride + b * kLanes, sizeof(Lanes));
    }
    measure_block(h, own, axis, out);
  }
}

void measure_by_links(const float* populations, int64_t stride, BlockRange blocks,
                      const Links* links, const Rates* rates, int axis, Measured* out) {
  const Rates own = *rates;
  const BlockLinks* block = links->blocks;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++block, ++out) {
    Lanes h[kSlots];
    fetch(populations, stride, b, block, links, h);
    measure_block(h, own, axis, out);
  }
}

constexpr Rows kRows = {
    .even_step = even_step,
    .odd_step = odd_step,
    .measure = measure,
    .measure_by_links = measure_by_links,
};
