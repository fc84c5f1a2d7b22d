// SPDX-License-Identifier: BSD-2-Clause
// A step of a row of cells, see flow_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#define BITVOX_UNROLL _Pragma("GCC unroll 9")
#include "ops/flow/flow_collide.inl"
#include "ops/flow/flow_free_face.inl"
#include "ops/permeability/permeability_dither.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

#include "cpu/half_lanes.inl"

typedef LanesOf<float, kLanes> Lanes;
typedef LanesOf<int32_t, kLanes> LaneBits;
typedef LanesOf<uint32_t, kLanes> LaneNumbers;
constexpr LaneNumbers kLaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

// So many lines ahead of a block memory is asked for: 19 places are more than a processor follows
// by itself.
constexpr int64_t kAhead = 6;

// Of the widest vectors, for blocks that nothing hinders.
constexpr int kWide = kRegisterLanes < float >> kLanes ? kRegisterLanes<float> : kLanes;
typedef LanesOf<float, kWide> WideLanes;

template <class Vector>
void load(const float* from, Vector& lanes) {
  __builtin_memcpy(&lanes, from, sizeof lanes);
}

inline void load(const Half* from, Lanes& lanes) {
  load_halves(from, lanes);
  lanes *= 1 / kHalvesOf;
}

inline void load(const Half* from, float& value) {
  load_half(from, value);
  value *= 1 / kHalvesOf;
}

// How populations of a block are stored, of which the first cell has this number.
template <class Stored>
struct Storing;

template <>
struct Storing<float> {
  explicit Storing(uint32_t) {}
  template <class Vector>
  void store(int, const Vector& h, float* to) const {
    __builtin_memcpy(to, &h, sizeof h);
  }
};

template <>
struct Storing<Half> {
  Lanes scale, scale_of_axes;
  explicit Storing(uint32_t number) {
    half_scales(kLaneNumbers + number, kHalvesOf, scale, scale_of_axes);
  }
  void store(int slot, const Lanes& h, Half* to) const {
    store_halves(h * (is_axis(slot) ? scale_of_axes : scale), to);
  }
};

// Lanes that are not in `where` may be those of another thread, so they are not even looked at.
inline void load_where(const LaneBits& where, const Half* from, Half* values) {
  load_where(where, reinterpret_cast<const uint16_t*>(from), reinterpret_cast<uint16_t*>(values));
}
inline void store_where(const LaneBits& where, const Half* values, Half* to) {
  store_where(where, reinterpret_cast<const uint16_t*>(values), reinterpret_cast<uint16_t*>(to));
}

// Of kLanes numbers of 32 bits, the bits that any of them has.
inline uint32_t any_of(const void* numbers) {
  uint64_t pairs[kLanes / 2];
  __builtin_memcpy(pairs, numbers, sizeof pairs);
  const uint64_t all = (pairs[0] | pairs[1]) | (pairs[2] | pairs[3]);
  return static_cast<uint32_t>(all | all >> 32);
}

// Whether a block is solid alone, and behind the row.
inline bool all_solid(const uint32_t* links) {
  uint32_t all = kSolidCell;
  for (int lane = 0; lane < kLanes; ++lane) all &= links[lane];
  return all != 0;
}

inline void load_links(const uint32_t* links, int64_t x, LaneBits& of_block) {
  of_block = LaneBits{};
  if (links != nullptr) __builtin_memcpy(&of_block, links + x, sizeof of_block);
}

// Bits of links as those of one lane.
constexpr int32_t lane_bits(uint32_t bits) { return static_cast<int32_t>(bits); }

// What arrives at the block of cell x.
template <class Stored>
inline __attribute__((always_inline)) void fetch(const RowStep<Stored>& row, int64_t x,
                                                 const LaneBits& links, Lanes* h) {
  const uint32_t linked = row.of_neighbours ? any_of(&links) : 0;
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) {
    if ((linked & (link_of(i) | kSolidCell)) == 0) {
      load(row.places[i] + x, h[i]);
      continue;
    }
    Stored values[kLanes];
    load_where((links & lane_bits(link_of(i) | kSolidCell)) == 0, row.places[i] + x, values);
    load(values, h[i]);
    load_where((links & lane_bits(link_of(i))) != 0, row.own + i * row.stride + x, values);
    Lanes back;
    load(values, back);
    h[i] = (links & lane_bits(link_of(i))) != 0 ? back : h[i];
  }
}

// What departs from there.
template <class Stored>
inline __attribute__((always_inline)) void put(const RowStep<Stored>& row, int64_t x,
                                               const LaneBits& links,
                                               const Stored (*departs)[kLanes]) {
  const uint32_t linked = row.of_neighbours ? any_of(&links) : 0;
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) {
    const Stored* const values = departs[opposite(i)];
    if ((linked & (link_of(i) | kSolidCell)) == 0) {
      __builtin_memcpy(row.places[i] + x, values, sizeof departs[0]);
      continue;
    }
    store_where((links & lane_bits(link_of(i) | kSolidCell)) == 0, values, row.places[i] + x);
    store_where((links & lane_bits(link_of(i))) != 0, values, row.own + i * row.stride + x);
  }
}

// A block with links, faces or solid.
template <class Stored>
void step_hindered(const RowStep<Stored>& row, int64_t x, FaceLink*& face, const Rates& rates,
                   const Rates& next) {
  LaneBits links;
  load_links(row.links, x, links);
  Lanes h[kSlots];
  fetch(row, x, links, h);
  FaceLink* const first_face = face;
  for (; face != row.faces_end && face->x < x + kLanes; ++face) {
    const int64_t lane = face->x - x;
    const float back = h[face->slot][lane];
    h[face->slot][lane] = face->free != 0 ? face->arrives : back + row.add[face->slot];
  }
  if (row.solid != nullptr && any_of(row.solid + x) != 0) {
    Lanes solid, motion[3] = {};
    load(row.solid + x, solid);
    for (int a = 0; a < 3 && row.motion[0] != nullptr; ++a) load(row.motion[a] + x, motion[a]);
    collide_with_solid(h, rates, solid, motion);
    for (int a = 0; a < 3 && row.motion[0] != nullptr; ++a) {
      __builtin_memcpy(row.motion[a] + x, &motion[a], sizeof motion[a]);
    }
  } else {
    collide(h, rates);
  }
  const Storing<Stored> storing(row.number + static_cast<uint32_t>(x));
  Stored departs[kSlots][kLanes];
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) storing.store(i, h[i], departs[i]);
  put(row, x, links, departs);
  for (FaceLink* of_block = first_face; of_block != face; ++of_block) {
    if (of_block->free == 0) continue;
    float left[kSlots];
    for (int i = 0; i < kSlots; ++i) load(&departs[i][of_block->x - x], left[i]);
    of_block->arrives = from_free_face(left, of_block->slot, next);
  }
}

// Of cells without any of these.
template <class Vector, class Stored>
inline __attribute__((always_inline)) void step_free(const RowStep<Stored>& row, int64_t x,
                                                     const Rates& rates) {
  Vector h[kSlots];
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) load(row.places[i] + x, h[i]);
  constexpr int64_t kLine = 64 / sizeof(Stored);
  if (x % kLine < static_cast<int64_t>(sizeof h[0] / sizeof(float))) {  // once a line
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) __builtin_prefetch(row.places[i] + x + kAhead * kLine, 1);
  }
  collide(h, rates);
  const Storing<Stored> storing(row.number + static_cast<uint32_t>(x));
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) storing.store(i, h[opposite(i)], row.places[i] + x);
}

enum class Block { kFree, kHindered, kSolid };

// Nobody reads what solid cells hold: so in the cells' own places links alone hinder nothing.
template <class Stored>
Block block_at(const RowStep<Stored>& row, int64_t x) {
  if (row.solid != nullptr && any_of(row.solid + x) != 0) return Block::kHindered;
  if (row.links == nullptr || any_of(row.links + x) == 0) return Block::kFree;
  if (all_solid(row.links + x)) return Block::kSolid;
  return row.of_neighbours || row.faces != row.faces_end ? Block::kHindered : Block::kFree;
}

template <class Stored>
void step(const RowStep<Stored>* of, const Rates* all_rates, const Rates* next) {
  const RowStep<Stored> row = *of;
  const Rates rates = *all_rates;
  const int64_t end = row.blocks * kLanes;
  FaceLink* face = row.faces;
  for (int64_t x = 0; x < end; x += kLanes) {
    const Block block = block_at(row, x);
    if (block == Block::kHindered) step_hindered(row, x, face, rates, *next);
    if (block != Block::kFree) continue;
    if (kWide > kLanes && sizeof(Stored) == sizeof(float) && x + kWide <= end &&
        block_at(row, x + kLanes) == Block::kFree) {
      if constexpr (sizeof(Stored) == sizeof(float)) step_free<WideLanes>(row, x, rates);
      x += kLanes;
      continue;
    }
    step_free<Lanes>(row, x, rates);
  }
}

template <class Stored>
void velocities(const RowStep<Stored>* of, const Rates* all_rates, float* const* out) {
  const RowStep<Stored> row = *of;
  const Rates rates = *all_rates;
  for (int64_t x = 0; x < row.blocks * kLanes; x += kLanes) {
    LaneBits links;
    load_links(row.links, x, links);
    Lanes turned[kSlots], h[kSlots];
    fetch(row, x, links, turned);
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) h[i] = turned[opposite(i)];
    Lanes part = {}, all[4];
    if (row.solid != nullptr) load(row.solid + x, part);
    find_velocity(h, rates, part, all);
    MomentsOf<Lanes> m;
    find_moments(h, m);
    all[3] = m.excess;
    const LaneBits is_solid = (links & lane_bits(kSolidCell)) != 0;
    for (int i = 0; i < 4; ++i) {
      const Lanes value = is_solid ? Lanes{} : all[i];
      __builtin_memcpy(out[i] + x, &value, sizeof value);
    }
  }
}

constexpr Rows kRows = {.floats = {.step = step<float>, .velocities = velocities<float>},
                        .halves = {.step = step<Half>, .velocities = velocities<Half>}};
