// SPDX-License-Identifier: BSD-2-Clause
// The two steps of the CPU, see permeability_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#define BITVOX_UNROLL _Pragma("GCC unroll 9")
#include "ops/permeability/permeability_collide.inl"
#include "ops/permeability/permeability_dither.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

#include "cpu/half_lanes.inl"

typedef LanesOf<float, kLanes> Lanes;

typedef LanesOf<uint32_t, kLanes> LaneNumbers;
constexpr LaneNumbers kLaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

inline __attribute__((always_inline)) void load(const float* from, Lanes& h) {
  __builtin_memcpy(&h, from, sizeof h);
}
inline __attribute__((always_inline)) void load(const Half* from, Lanes& h) {
  load_halves(from, h);
}

inline float negative(float value) { return -value; }
inline Half negative(Half value) { return {static_cast<uint16_t>(value.bits ^ 0x8000U)}; }

// What departs from the cells of block b, slot after slot, as it is stored.
inline __attribute__((always_inline)) void depart(const Lanes* h, uint32_t, int64_t,
                                                  float (*out)[kLanes]) {
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) __builtin_memcpy(out[i], &h[i], sizeof(Lanes));
}
inline __attribute__((always_inline)) void depart(const Lanes* h, uint32_t number, int64_t b,
                                                  Half (*out)[kLanes]) {
  Lanes scale, scale_of_axes;
  half_scales(kLaneNumbers + (number + static_cast<uint32_t>(b * kLanes)), 1, scale, scale_of_axes);
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) {
    store_halves(h[i] * (is_axis(i) ? scale_of_axes : scale), out[i]);
  }
}

template <class Stored>
void even_step(Stored* populations, int64_t stride, BlockRange blocks, const Rates* rates,
               uint32_t number) {
  const Rates own = *rates;
  for (int64_t b = blocks.begin; b < blocks.end; ++b) {
    Stored* const at = populations + b * kLanes;
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) load(at + i * stride, h[i]);
    collide(h, own);
    Stored departs[kSlots][kLanes];
    depart(h, number, b, departs);
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) {
      __builtin_memcpy(at + opposite(i) * stride, departs[i], sizeof departs[i]);
    }
  }
}

// Four loads at a time join into half a vector without a detour through memory.
inline __attribute__((always_inline)) void load_lone(const float* from, const int32_t* lone,
                                                     Lanes& h) {
  h = Lanes{from[lone[0]], from[lone[1]], from[lone[2]], from[lone[3]],
            from[lone[4]], from[lone[5]], from[lone[6]], from[lone[7]]};
}
inline __attribute__((always_inline)) void load_lone(const Half* from, const int32_t* lone,
                                                     Lanes& h) {
  const Half halves[kLanes] = {from[lone[0]], from[lone[1]], from[lone[2]], from[lone[3]],
                               from[lone[4]], from[lone[5]], from[lone[6]], from[lone[7]]};
  load(halves, h);
}

template <class Stored>
void load_special(const Stored* populations, const uint64_t* special, Lanes& h) {
  Stored values[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    const Stored value = populations[special[lane] & ~kNegated];
    values[lane] = (special[lane] & kNegated) != 0 ? negative(value) : value;
  }
  load(values, h);
}

template <class Stored>
void store_special(Stored* populations, const uint64_t* special, const Stored* departs) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const Stored value = departs[lane];
    populations[special[lane] & ~kNegated] =
        (special[lane] & kNegated) != 0 ? negative(value) : value;
  }
}

// The next of a set of slots, which leaves it.
inline int take_slot(uint32_t& slots) {
  const int slot = __builtin_ctz(slots);
  slots &= slots - 1;
  return slot;
}

// What arrives at the cells of block b.
template <class Stored>
inline __attribute__((always_inline)) void fetch(const Stored* populations, int64_t stride,
                                                 int64_t b, const BlockLinks* block,
                                                 const Links* links, Lanes* h) {
  load(populations + b * kLanes, h[0]);
  // What is needed soon: the places follow no order that a processor would guess.
#pragma GCC unroll 18
  for (int i = 1; i < kSlots; ++i) {
    __builtin_prefetch(populations + opposite(i) * stride + block[kAhead].whole[i], 1);
  }
  // Sets of slots instead of a question for each.
  for (uint32_t slots = kAllLinks & ~(block->lone | block->special); slots != 0;) {
    const int i = take_slot(slots);
    load(populations + opposite(i) * stride + block->whole[i], h[i]);
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
template <class Stored>
inline __attribute__((always_inline)) void put(Stored* populations, int64_t stride, int64_t b,
                                               const BlockLinks* block, const Links* links,
                                               const Stored (*departs)[kLanes]) {
  __builtin_memcpy(populations + b * kLanes, departs[0], sizeof departs[0]);
  for (uint32_t slots = kAllLinks & ~(block->lone | block->special); slots != 0;) {
    const int i = take_slot(slots);
    Stored* const to = populations + opposite(i) * stride + block->whole[i];
    __builtin_memcpy(to, departs[opposite(i)], sizeof departs[0]);
  }
  const int32_t* list = links->lone + static_cast<int64_t>(block->first_lone) * kLanes;
  for (uint32_t slots = block->lone; slots != 0; list += kLanes) {
    const int i = take_slot(slots);
    Stored* const to = populations + opposite(i) * stride;
#pragma GCC unroll 8
    for (int lane = 0; lane < kLanes; ++lane) to[list[lane]] = departs[opposite(i)][lane];
  }
  const uint64_t* places = links->special + static_cast<int64_t>(block->first_special) * kLanes;
  for (uint32_t slots = block->special; slots != 0; places += kLanes) {
    store_special(populations, places, departs[opposite(take_slot(slots))]);
  }
}

template <class Stored>
void odd_step(Stored* populations, int64_t stride, BlockRange blocks, const Links* links,
              const Rates* rates, uint32_t number) {
  const Rates own = *rates;
  const BlockLinks* block = links->blocks;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++block) {
    Lanes h[kSlots];
    fetch(populations, stride, b, block, links, h);
    collide(h, own);
    Stored departs[kSlots][kLanes];
    depart(h, number, b, departs);
    put(populations, stride, b, block, links, departs);
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

template <class Stored>
void measure(const Stored* populations, int64_t stride, BlockRange blocks, const Rates* rates,
             int axis, Measured* out) {
  const Rates own = *rates;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++out) {
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) {
      load(populations + i * stride + b * kLanes, h[i]);
    }
    measure_block(h, own, axis, out);
  }
}

template <class Stored>
void measure_by_links(const Stored* populations, int64_t stride, BlockRange blocks,
                      const Links* links, const Rates* rates, int axis, Measured* out) {
  const Rates own = *rates;
  const BlockLinks* block = links->blocks;
  for (int64_t b = blocks.begin; b < blocks.end; ++b, ++block, ++out) {
    Lanes h[kSlots];
    fetch(populations, stride, b, block, links, h);
    measure_block(h, own, axis, out);
  }
}

template <class Stored>
constexpr RowsOf<Stored> kRowsOf = {.even_step = even_step<Stored>,
                                    .odd_step = odd_step<Stored>,
                                    .measure = measure<Stored>,
                                    .measure_by_links = measure_by_links<Stored>};
constexpr Rows kRows = {.floats = kRowsOf<float>, .halves = kRowsOf<Half>};
