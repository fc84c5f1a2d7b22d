// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_rows.hpp"
#include "ops/register_mi/register_mi_smooth.hpp"

// What the two twins of the registration do for it.
namespace bitvox::register_mi {

// The points of one level that are matched, and how the values met there become bins.
struct MatchPoints {
  std::size_t level = 0;
  Role role = Role::kFixed;  // the volume that they lie in; the other one is looked up
  PointGrid grid;
  BinScale own{};    // of the volume that they lie in
  BinScale other{};  // of the other one; as many bins
};

// The counts of the pairs of bins that one motion gives, summed up.
struct MatchSums {
  std::int64_t pairs = 0;
  // The sum of n_log_n over the table, less the same over its rows and over its columns.
  std::int64_t n_log_n = 0;
  std::int64_t of_table = 0;  // the sum over the table alone
};

// How the result is taken from `moving`: the map takes its voxels to their places there.
struct Resampling {
  PointMap map{};
  Interpolation interpolation = Interpolation::kLinear;
  float fill = 0;
  Shape shape;               // of the result
  float edge_tolerance = 0;  // so far beyond an edge of `moving` places are taken for those on it
};

// Both volumes with their pyramids: levels above the first are 32-bit means of the one below, added
// up x fastest, then y, then z.
class Matcher {
 public:
  Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  virtual ~Matcher() = default;

  // The values of a volume at points in it.
  virtual std::vector<float> values(Role role, std::size_t level, const PointGrid& grid,
                                    Progress& progress) = 0;

  // The points that match() counts from now on: those of the grid that have a value. Returns their
  // number.
  virtual std::int64_t set_points(const MatchPoints& points, Progress& progress) = 0;
  virtual std::vector<MatchSums> match(const std::vector<PointMap>& maps, Progress& progress) = 0;
  // The same; meanwhile() is called once, where possible while a GPU counts.
  virtual std::vector<MatchSums> match_while(const std::vector<PointMap>& maps, Progress& progress,
                                             const std::function<void()>& meanwhile) {
    std::vector<MatchSums> sums = match(maps, progress);
    meanwhile();
    return sums;
  }

  // Hands on the result. Returns how many of its voxels lie in `moving`.
  virtual std::int64_t resample(const Resampling& how, SliceSink& out, Progress& progress) = 0;
};

// What a twin is made for.
struct Task {
  const GreySource& moving;
  const GreySource& fixed;
  std::vector<LevelFactors> levels;
  int threads = 1;
  // Of each volume, for every level; empty: as it is.
  std::vector<Smoothing> smooth_moving{};
  std::vector<Smoothing> smooth_fixed{};
  std::optional<Shape> result{};  // of what resample() hands on; without, that of `fixed`
};

// The twins; the volumes are read and the pyramids built here.
std::unique_ptr<Matcher> make_matcher_cpu(InstructionSet instructions, const Task& task,
                                          Progress& progress);
std::unique_ptr<Matcher> make_matcher_cuda(const Task& task, Progress& progress);

}  // namespace bitvox::register_mi
