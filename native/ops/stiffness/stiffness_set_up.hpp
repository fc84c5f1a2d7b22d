// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"
#include "ops/stiffness/stiffness_material.hpp"
#include "ops/stiffness/stiffness_nodes.hpp"

// How a level is made, node by node or block by block in any order: the same numbers, to the bit,
// as stiffness_level.cpp makes row by row.
namespace bitvox::stiffness {

// The voxels of a body, as packed bits.
struct BodyBits {
  const std::uint64_t* words;
  std::int64_t width, height, depth, words_per_row;

  BITVOX_BOTH bool has(std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (x >= width || y >= height || z >= depth) return false;
    return (words[(z * height + y) * words_per_row + x / 64] >> (x % 64) & 1U) != 0;
  }
};

// For each block of nodes a bit for each element that begins at one of them.
using Occupied = std::uint8_t;

// Of the finest level, block x of a row.
struct OccupyFinest {
  BodyBits body;
  LevelRows level;
  Occupied* out;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    Occupied bits = 0;
    if (x * kLanes < body.width && y < body.height && z < body.depth) {
      const std::int64_t word = (z * body.height + y) * body.words_per_row + x * kLanes / 64;
      bits = static_cast<Occupied>(body.words[word] >> (x * kLanes % 64));
    }
    out[block_of(level, x * kLanes, y, z)] = bits;
  }
};

// Of a coarse level: where any of the eight elements of the finer one is.
struct OccupyCoarse {
  LevelRows fine, level;
  const Occupied* of_fine;
  Occupied* out;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    unsigned bits = 0;  // of the finer elements along x
    for (std::int64_t k = 2 * z; k < 2 * z + 2 && k < fine.elements[2]; ++k)
      for (std::int64_t j = 2 * y; j < 2 * y + 2 && j < fine.elements[1]; ++j) {
        const Occupied* const row = of_fine + block_of(fine, 0, j, k);
        if (2 * x < fine.blocks) bits |= row[2 * x];
        if (2 * x + 1 < fine.blocks) bits |= static_cast<unsigned>(row[2 * x + 1]) << kLanes;
      }
    unsigned pairs = 0;
    for (int i = 0; i < kLanes; ++i) pairs |= (bits >> (2 * i) & 3U) != 0 ? 1U << i : 0U;
    out[block_of(level, x * kLanes, y, z)] = static_cast<Occupied>(pairs);
  }
};

// Whether any node of a block touches an element: then it is stored.
struct IsTouched {
  LevelRows level;
  const Occupied* occupied;

  BITVOX_BOTH bool operator()(std::int64_t block) const {
    const std::int64_t x = block % level.blocks, row = block / level.blocks;
    const std::int64_t y = row % level.nodes[1], z = row / level.nodes[1];
    for (std::int64_t dz = 0; dz < 2; ++dz)
      for (std::int64_t dy = 0; dy < 2; ++dy) {
        const std::int64_t j = beyond_border(y - dy, level.elements[1], level.periodic[1]);
        const std::int64_t k = beyond_border(z - dz, level.elements[2], level.periodic[2]);
        if (j < 0 || k < 0) continue;
        const Occupied* const of = occupied + block_of(level, 0, j, k);
        if (of[x] != 0 || (x > 0 && of[x - 1] >> (kLanes - 1) != 0)) return true;
        const std::int64_t last = level.elements[0] - 1;
        if (x == 0 && level.periodic[0] && (of[last / kLanes] >> (last % kLanes) & 1U) != 0) {
          return true;
        }
      }
    return false;
  }
};

// Materials of the stored elements; those of a level that has no mean dilatation are the same for
// `rest`, and are not written there.
struct LameArrays {
  float *mean, *rest, *shear;
  bool has_rest;

  BITVOX_BOTH void set(std::int64_t at, const Lame<float>& lame) const {
    mean[at] = lame.mean;
    shear[at] = lame.shear;
    if (has_rest) rest[at] = lame.rest;
  }
};

struct SetFinestMaterials {
  BodyBits body;
  VoxelMaterials materials;
  double unit;
  LevelRows level;
  LameArrays out;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t at = place_of_element(level, x, y, z);
    if (at == 0 || !body.has(x, y, z)) return;
    const Lame<double> lame = materials.at(x, y, z).lame(unit);
    out.set(at, {static_cast<float>(lame.mean), static_cast<float>(lame.rest),
                 static_cast<float>(lame.shear)});
  }
};

// A quarter of the sum of eight, as in Level::coarse().
struct SetCoarseMaterials {
  LevelRows fine, level;
  LameArrays out;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (x >= level.elements[0] || y >= level.elements[1] || z >= level.elements[2]) return;
    const std::int64_t at = place_of_element(level, x, y, z);
    if (at == 0) return;
    Lame<float> all{0, 0, 0};
    for (int i = 0; i < 2; ++i) {
      const std::int64_t fine_x = child(0, x, i);
      if (fine_x < 0) continue;
      Lame<float> sum{0, 0, 0};
      for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 2; ++j) {
          const std::int64_t fine_y = child(1, y, j), fine_z = child(2, z, k);
          if (fine_y < 0 || fine_z < 0) continue;
          const std::int64_t from = place_of_element(fine, fine_x, fine_y, fine_z);
          sum.mean += fine.mean[from];
          sum.rest += fine.rest[from];
          sum.shear += fine.shear[from];
        }
      all.mean += 0.25F * sum.mean;
      all.rest += 0.25F * sum.rest;
      all.shear += 0.25F * sum.shear;
    }
    out.set(at, all);
  }

  // None behind an odd border, or, where it is periodic, the one before again.
  BITVOX_BOTH std::int64_t child(int axis, std::int64_t i, int which) const {
    const std::int64_t at = 2 * i + which;
    if (at < fine.elements[axis]) return at;
    return fine.periodic[axis] ? 2 * i : -1;
  }
};

// Bit c: component c is given at the first and the last nodes along an axis.
struct GivenBits {
  std::uint8_t of[3][2];

  BITVOX_BOTH unsigned at(const LevelRows& level, const std::int64_t (&node)[3]) const {
    unsigned bits = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (level.periodic[axis]) continue;
      if (node[axis] == 0) bits |= of[axis][0];
      if (node[axis] == level.elements[axis]) bits |= of[axis][1];
    }
    return bits;
  }
};

// One over the diagonal.
struct SetInverse {
  LevelRows level;
  GivenBits given;
  float* out;

  BITVOX_BOTH void operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t at = place_in_vector(level.place[block_of(level, x, y, z)], x);
    if (at == 0 || x >= level.nodes[0]) return;
    // Those before and behind, in the order of rows.
    const bool is_first = x == 0;
    const std::int64_t behind = x < level.elements[0] ? x : -1;
    const std::int64_t before = is_first ? (level.periodic[0] ? level.elements[0] - 1 : -1) : x - 1;
    const std::int64_t along_x[2] = {is_first ? behind : before, is_first ? before : behind};
    Lame<float> sum{0, 0, 0};
    for (std::int64_t dz = 1; dz >= 0; --dz)
      for (std::int64_t dy = 1; dy >= 0; --dy) {
        const std::int64_t j = beyond_border(y - dy, level.elements[1], level.periodic[1]);
        const std::int64_t k = beyond_border(z - dz, level.elements[2], level.periodic[2]);
        if (j < 0 || k < 0) continue;
        for (const std::int64_t i : along_x) {
          if (i < 0) continue;
          const std::int64_t from = place_of_element(level, i, j, k);
          sum.mean += level.mean[from];
          sum.rest += level.rest[from];
          sum.shear += level.shear[from];
        }
      }
    if (!(sum.shear > 0)) return;
    const std::int64_t node[3] = {x, y, z};
    const unsigned is_given = given.at(level, node);
    const Ratios<float>& r = level.ratios;
    const float ratios[3] = {r.xy + r.xz, r.yx + r.yz, r.zx + r.zy};
    for (int c = 0; c < 3; ++c) {
      if ((is_given >> c & 1U) == 0) out[at + c * kLanes] = 1 / diagonal_of(sum, ratios[c]);
    }
  }
};

}  // namespace bitvox::stiffness
