// SPDX-License-Identifier: BSD-2-Clause
// A step of a row of cells, see flow_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#define BITVOX_UNROLL _Pragma("GCC unroll 9")
#include "ops/flow/flow_collide.inl"
#include "ops/permeability/permeability_dither.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

#include "cpu/half_lanes.inl"

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
typedef int32_t LaneBits __attribute__((vector_size(kLanes * sizeof(float))));
typedef uint32_t LaneNumbers __attribute__((vector_size(kLanes * sizeof(float))));
constexpr LaneNumbers kLaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

inline void load(const float* from, Lanes& lanes) { __builtin_memcpy(&lanes, from, sizeof lanes); }

inline void store(float* to, const Lanes& lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

inline void load(const Half* from, Lanes& lanes) {
  load_halves(from, lanes);
  lanes *= 1 / kHalvesOf;
}

// The populations of a block of cells, of which the first one is cell x of the row.
template <class Stored>
void store_all(const RowStep<Stored>& row, int64_t x, const Lanes* h) {
  if constexpr (sizeof(Stored) == sizeof(float)) {
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) store(row.to + i * row.stride + x, h[i]);
  } else {
    Lanes scale, scale_of_axes;
    half_scales(kLaneNumbers + (row.number + static_cast<uint32_t>(x)), kHalvesOf, scale,
                scale_of_axes);
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) {
      store_halves(h[i] * (is_axis(i) ? scale_of_axes : scale), row.to + i * row.stride + x);
    }
  }
}

inline void load(const float* from, float& value) { value = *from; }

inline void load(const Half* from, float& value) {
  load_half(from, value);
  value *= 1 / kHalvesOf;
}

// Whether any of kLanes numbers of 32 bits is not 0.
inline bool any(const void* numbers) {
  uint64_t pairs[kLanes / 2];
  __builtin_memcpy(pairs, numbers, sizeof pairs);
  return (pairs[0] | pairs[1] | pairs[2] | pairs[3]) != 0;
}

// Beyond a free face the density is that at rest, and the velocity that of the cell.
template <class Stored>
float from_free_face(const Stored* own, int64_t stride, int slot, const Rates& rates) {
  float h[kSlots];
  for (int i = 0; i < kSlots; ++i) load(own + i * stride, h[i]);
  float u[3];
  find_velocity(h, rates, 0.0F, u);
  AlongPairs<float> along;
  along_pairs(u[0], u[1], u[2], along);
  const float c = along.at[(slot - 1) / 2];
  const float square = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
  return weight(slot) * (c * c * 9.0F - square * 3.0F) - h[opposite(slot)];
}

// A block with links, faces or solid.
template <class Stored>
void step_hindered(const RowStep<Stored>& row, int64_t block, const FaceLink*& face,
                   const Rates& rates) {
  const int64_t x = block * kLanes;
  Lanes h[kSlots];
  LaneBits links = {};
  if (row.links != nullptr) __builtin_memcpy(&links, row.links + x, sizeof links);
  load(row.own + x, h[0]);
#pragma GCC unroll 18
  for (int i = 1; i < kSlots; ++i) {
    Lanes back, arrives;
    load(row.own + opposite(i) * row.stride + x, back);
    load(row.arrives[i] + x, arrives);
    h[i] = (links & static_cast<int32_t>(link_of(i))) != 0 ? back : arrives;
  }
  for (; face != row.faces_end && face->x < x + kLanes; ++face) {
    const int64_t lane = face->x - x;
    const float value = face->free != 0
                            ? from_free_face(row.own + face->x, row.stride, face->slot, rates)
                            : h[face->slot][lane] + row.add[face->slot];
    h[face->slot][lane] = value;
  }
  if (row.solid != nullptr && any(row.solid + x)) {
    Lanes solid, motion[3] = {};
    load(row.solid + x, solid);
    for (int a = 0; a < 3 && row.motion[0] != nullptr; ++a) load(row.motion[a] + x, motion[a]);
    collide_with_solid(h, rates, solid, motion);
    for (int a = 0; a < 3 && row.motion[0] != nullptr; ++a) store(row.motion[a] + x, motion[a]);
  } else {
    collide(h, rates);
  }
  const LaneBits is_solid = (links & static_cast<int32_t>(kSolidCell)) != 0;
#pragma GCC unroll 19
  for (int i = 0; i < kSlots; ++i) h[i] = is_solid ? Lanes{} : h[i];
  store_all(row, x, h);
}

template <class Stored>
void step(const RowStep<Stored>* of, const Rates* all_rates) {
  const RowStep<Stored> row = *of;
  const Rates rates = *all_rates;
  const FaceLink* face = row.faces;
  for (int64_t block = 0; block < row.blocks; ++block) {
    const int64_t x = block * kLanes;
    if ((row.links != nullptr && any(row.links + x)) ||
        (row.solid != nullptr && any(row.solid + x))) {
      step_hindered(row, block, face, rates);
      continue;
    }
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) load(row.arrives[i] + x, h[i]);
    collide(h, rates);
    store_all(row, x, h);
  }
}

template <class Stored>
void velocities(const Stored* own, int64_t stride, int64_t blocks, const uint32_t* links,
                const float* solid, const Rates* all_rates, float* const* out) {
  const Rates rates = *all_rates;
  for (int64_t x = 0; x < blocks * kLanes; x += kLanes) {
    Lanes h[kSlots];
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) load(own + i * stride + x, h[i]);
    Lanes part = {}, all[4];
    if (solid != nullptr) load(solid + x, part);
    find_velocity(h, rates, part, all);
    MomentsOf<Lanes> m;
    find_moments(h, m);
    all[3] = m.excess;
    LaneBits bits = {};
    if (links != nullptr) __builtin_memcpy(&bits, links + x, sizeof bits);
    const LaneBits is_solid = (bits & static_cast<int32_t>(kSolidCell)) != 0;
    for (int i = 0; i < 4; ++i) store(out[i] + x, is_solid ? Lanes{} : all[i]);
  }
}

constexpr Rows kRows = {.floats = {.step = step<float>, .velocities = velocities<float>},
                        .halves = {.step = step<Half>, .velocities = velocities<Half>}};
