// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::label {

// Which voxels are joined: those that touch by a face (6 neighbours; 4 in slices), by a face or an
// edge (18; 8 in slices), or at all (26; 8 in slices).
enum class Connectivity { kFaces, kEdges, kAll };

// Of an object, in voxels: 2^48 are more than there are.
inline constexpr double kLargestSize = 281474976710656;

// The rows before a row that its runs can touch; see label_contacts.inl.
inline constexpr int kRowB = 0;
inline constexpr int kRowC = 1;
inline constexpr int kRowD = 2;
inline constexpr int kRowE = 3;
inline constexpr int kRowsBefore = 4;

// What a run knows about its component: the rank of an earlier run of it, or of itself, or, when
// all are joined, kIsLabel and the label. So there are at most 2^31 - 1 runs.
inline constexpr uint32_t kIsLabel = uint32_t{1} << 31;
inline constexpr int64_t kMostRuns = kIsLabel - 1;

inline constexpr int kMostRunsOfWord = 32;

}  // namespace bitvox::label
