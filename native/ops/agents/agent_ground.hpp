// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/agents/agent_rules.hpp"

namespace bitvox::agents {

inline constexpr MemoryUser kMemoryUser{"Agents", "Use a larger radius, or crop the image."};

// The arena, read and in whole numbers, and what the rules point to.
template <int kAxes>
class Ground {
 public:
  // Throws what simulate() throws about the options and the arena, but for the starts.
  Ground(const Arena& arena, const Options& options, int threads, Progress& progress);
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;
  ~Ground() = default;

  const Rules<kAxes>& rules() const { return rules_; }
  const std::array<std::int64_t, kAxes>& cells() const { return cells_; }
  double unit() const { return unit_; }            // its length
  double free_part() const { return free_part_; }  // see Result

  Place place_of(const Point<kAxes>& point) const;
  // A place that is from the middle of the first voxel, or else from the corner already.
  Place from_corner(const Place& place, bool from_middle) const;
  // The nearest point. One that rounding puts out of the bounds of centres comes back to them.
  // Nothing if it is not finite, or further from the arena than from one end to the other.
  std::optional<Point<kAxes>> point_at(const Place& place) const;
  // Whether it is in the image.
  bool is_inside(const Place& place) const;

  // Where centres may be: null for all voxels.
  const BitVolume* room() const { return room_ ? &*room_ : nullptr; }
  const Shape& shape() const { return shape_; }
  // The first coordinate of a voxel's points, or of those of the next one that has any.
  std::int32_t first_in_voxel(std::int64_t voxel, int axis) const;

 private:
  void measure(const Options& options);
  void read_room(const VolumeSource& free, const Options& options, int threads, Progress& progress);
  void count_room();
  void read_goals(const Arena& arena);
  void read_field(const Arena& arena, int threads, Progress& progress);

  Shape shape_;
  std::array<double, 3> spacing_;
  double unit_;
  double middle_;  // of a single slice
  double free_part_ = 1;
  std::array<std::int64_t, kAxes> cells_{};
  Rules<kAxes> rules_;
  std::optional<BitVolume> room_;
  std::vector<Point<kAxes>> goals_;
  std::vector<Point<kAxes>> field_;
};

// "(3, 4.5)", "(3, 4.5, 1)".
std::string text_of(const Place& place, int axes);

}  // namespace bitvox::agents
