// SPDX-License-Identifier: BSD-2-Clause
// A step of a row of cells, see flow_rows.hpp.

#define BITVOX_INLINE inline __attribute__((always_inline))
#define BITVOX_UNROLL _Pragma("GCC unroll 9")
#include "ops/flow/flow_collide.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
typedef int32_t LaneBits __attribute__((vector_size(kLanes * sizeof(float))));

inline void load(const float* from, Lanes& lanes) { __builtin_memcpy(&lanes, from, sizeof lanes); }

inline void store(float* to, const Lanes& lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

// Whether any of kLanes numbers of 32 bits is not 0.
inline bool any(const void* numbers) {
  uint64_t pairs[kLanes / 2];
  __builtin_memcpy(pairs, numbers, sizeof pairs);
  return (pairs[0] | pairs[1] | pairs[2] | pairs[3]) != 0;
}

// Beyond a free face the density is that at rest, and the velocity that of the cell.
float from_free_face(const float* own, int64_t stride, int slot, const Rates& rates) {
  float h[kSlots];
  for (int i = 0; i < kSlots; ++i) h[i] = own[i * stride];
  float u[3];
  find_velocity(h, rates, 0.0F, u);
  AlongPairs<float> along;
  along_pairs(u[0], u[1], u[2], along);
  const float c = along.at[(slot - 1) / 2];
  const float square = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
  return weight(slot) * (c * c * 9.0F - square * 3.0F) - h[opposite(slot)];
}

// A block with links, faces or solid.
void step_hindered(const RowStep& row, int64_t block, const FaceLink*& face, const Rates& rates) {
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
  for (int i = 0; i < kSlots; ++i) {
    store(row.to + i * row.stride + x, is_solid ? Lanes{} : h[i]);
  }
}

void step(const RowStep* of, const Rates* all_rates) {
  const RowStep row = *of;
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
#pragma GCC unroll 19
    for (int i = 0; i < kSlots; ++i) store(row.to + i * row.stride + x, h[i]);
  }
}

void velocities(const float* own, int64_t stride, int64_t blocks, const uint32_t* links,
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

constexpr Rows kRows = {.step = step, .velocities = velocities};
