// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/morphology/morphology.hpp"

namespace bitvox::morphology {

// What an operation consists of, for its twins. A dilation is the erosion of the complement with
// its outside ignored, and is computed so: in both, a voxel stays where all of its element is set.
enum class StepKind { kErosion, kDilation };

struct Step {
  StepKind kind = StepKind::kErosion;
  Element element = Element::kBall;
  std::int64_t radius = 0;  // 1 or more
  Edges edges = Edges::kBackground;
  bool planar = false;  // every slice on its own

  // XORed with the volume before and after, and what then lies outside.
  std::uint64_t flip() const { return kind == StepKind::kDilation ? ~std::uint64_t{0} : 0; }
  std::uint64_t outside() const {
    return kind == StepKind::kDilation || edges == Edges::kClipped ? ~std::uint64_t{0} : 0;
  }
};

// Voxel by voxel, of two volumes.
enum class Combination { kAnd, kOr, kXor, kMinus };

// An operation: first is applied to X and second to the result of that (or to X too where `apart`),
// then the two are combined. What is not there is left out.
struct Plan {
  std::vector<Step> steps;  // none, one or two
  bool apart = false;       // gradient: both steps are of X, and the result is first minus second
  enum class Last { kNothing, kMinusResult, kMinusInput, kSecond } last = Last::kNothing;
  Combination combination = Combination::kMinus;  // with Last::kSecond

  // Whether slices do not depend on one another.
  bool planar() const { return steps.empty() || steps.front().planar; }
  // How far away, along an axis, a voxel's value can depend on.
  std::int64_t reach() const;
};

Plan plan(const Options& options, const Shape& shape);

// A cross of radius k becomes one of radius k + s by the voxels at distance s along the axes, for s
// up to this, exactly, also at the border of the volume: of what lies within k + s, either one
// coordinate is s or more away, and a step along it stays between the two voxels, or all are s - 1
// at most, together at most k.
constexpr std::int64_t cross_step(std::int64_t k, int dimensions) { return k / dimensions + 1; }

// A ball is made of rows along x: those of half length h lie at the (y, z) of ring h.
struct RowOffset {
  std::int32_t y;
  std::int32_t z;
};
struct Rings {
  std::vector<RowOffset> rows;      // ring 0, ring 1, ...
  std::vector<std::int64_t> first;  // of each ring, and the end of the last one

  // Without rows that are further away than the first ones outside the volume.
  Rings(std::int64_t radius, const Shape& shape, bool planar);
  static std::int64_t bytes(std::int64_t radius, const Shape& shape, bool planar);

  std::int64_t count(std::int64_t ring) const {
    return first[static_cast<std::size_t>(ring) + 1] - first[static_cast<std::size_t>(ring)];
  }
  const RowOffset* begin(std::int64_t ring) const {
    return rows.data() + first[static_cast<std::size_t>(ring)];
  }
};

// The largest whole number whose square is at most this.
std::int64_t whole_root(std::int64_t square);

// Runs a plan on volumes in memory, with a function for each step, which writes all of `to`.
using RunStep =
    std::function<void(const Step& step, const BitVolume& from, BitVolume& to, Progress& progress)>;
void apply_in_memory(const VolumeSource& in, const VolumeSource* second, const Plan& plan,
                     const RunStep& run_step, BitVolume& out, int threads, Progress& progress);

}  // namespace bitvox::morphology
