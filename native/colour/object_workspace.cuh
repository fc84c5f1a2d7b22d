// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/trees.cuh"
#include "cuda/warp.cuh"

namespace bitvox::colour {

// What one block needs to find the objects of a plane, in shared memory where that is enough.
struct ObjectLimits {
  int words;  // that are not empty
  int runs;
  int objects;
};

// Of an object. Sums of 64 bits are two words, as shared memory has no such additions.
enum ObjectField {
  kArea,
  kOwn,
  kLeft,
  kTop,
  kRight,
  kBottom,
  kSumX,
  kSumXHigh,
  kSumY,
  kSumYHigh,
  kCertainty,
  kCertaintyHigh,
  kNewNumber,
  kObjectFields
};

struct ObjectWorkspace {
  int groups;  // of 32 words of the plane
  ObjectLimits limits;
  // [group]: which of its words are not empty, how many are before it, and how many runs.
  std::uint32_t* not_empty;
  std::uint32_t* words_before;
  std::uint32_t* runs_before;
  // [word that is not empty], in raster order: which of the plane, and its first run.
  std::uint32_t* place;
  std::uint32_t* first_run;
  // [run]: one of its object before it, or itself; at the end the number of the object.
  std::uint32_t* parents;
  std::uint32_t* fields;  // [field][object]

  static constexpr int kGroup = 32;
  __host__ __device__ static std::int64_t groups_of(std::int64_t plane_words) {
    return (plane_words + kGroup - 1) / kGroup;
  }
  // In words of 32 bits.
  __host__ __device__ static std::int64_t size(std::int64_t groups, const ObjectLimits& limits) {
    return 3 * groups + 2 * std::int64_t{limits.words} + limits.runs +
           std::int64_t{kObjectFields} * limits.objects;
  }

  __device__ ObjectWorkspace(std::uint32_t* memory, int group_count, const ObjectLimits& of)
      : groups(group_count),
        limits(of),
        not_empty(memory),
        words_before(not_empty + groups),
        runs_before(words_before + groups),
        place(runs_before + groups),
        first_run(place + limits.words),
        parents(first_run + limits.words),
        fields(parents + limits.runs) {}

  __device__ std::uint32_t* field(ObjectField which, std::uint32_t object) const {
    return fields + static_cast<int>(which) * limits.objects + object;
  }

  // Of a word of the plane that is not empty.
  __device__ std::uint32_t first_run_of(int word) const {
    const int group = word / kGroup;
    const std::uint32_t before = not_empty[group] & cuda::lanes_before(word % kGroup);
    return first_run[words_before[group] + static_cast<std::uint32_t>(__popc(before))];
  }

  // Adds to a sum of two words.
  __device__ void add_long(ObjectField low, std::uint32_t object, std::uint32_t value) const {
    if (value == 0) return;
    const std::uint32_t before = atomicAdd(field(low, object), value);
    if (before + value < before) {
      atomicAdd(field(static_cast<ObjectField>(low + 1), object), 1U);
    }
  }
  __device__ std::int64_t long_sum(ObjectField low, std::uint32_t object) const {
    const std::uint64_t high = *field(static_cast<ObjectField>(low + 1), object);
    return static_cast<std::int64_t>(high << 32 | *field(low, object));
  }
};

}  // namespace bitvox::colour
