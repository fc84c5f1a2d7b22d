// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "ops/split_objects/split_objects.hpp"

namespace bitvox::split_objects {

inline constexpr MemoryUser kUser{"Split Objects", "Crop the image."};

// Voxels that are a peak by themselves, whatever is around them: those of given markers, in raster
// order, and for each the first voxel of its marker (of its slice, per slice).
struct Seeds {
  std::vector<std::uint32_t> voxels;
  std::vector<std::uint32_t> firsts;
};

// The pass between two slopes, `low` the smaller name: the highest pair of neighbours, as a height.
struct Pass {
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t height;
};

inline constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

// What the twins do for each voxel: its height, the slopes that it lies on, and its label. What is
// done with slopes and passes alone is the same for all (split_objects_splitter.hpp). All throw
// Cancelled, HostOutOfMemory and DeviceError.
class Watershed {
 public:
  virtual ~Watershed() = default;

  // Connected objects of the foreground, for who does not know them from passes.
  virtual std::int64_t count_objects(Progress& progress) = 0;

  // What a height is in the numbers of the image or map.
  virtual double number_of(std::uint32_t height) const = 0;

  // Step 1 of split_objects.hpp, in which seeds are higher than everything. From then on voxels
  // have labels, the names of the slopes that they lie on, from 1, or 0 where the height is 0.
  // Returns the first voxel of the peak of each, in ascending order.
  virtual std::vector<std::uint32_t> find_slopes(const Seeds& seeds, Progress& progress) = 0;

  virtual std::vector<std::uint32_t> heights_of(const std::vector<std::uint32_t>& voxels) = 0;

  // Step 2: all passes, in ascending order of their slopes.
  virtual std::vector<Pass> find_passes(Progress& progress) = 0;

  // Heights are not needed any more.
  virtual void drop_heights() = 0;

  // The first voxel of each of the labels 1 .. count; kNowhere for those without.
  virtual std::vector<std::uint32_t> first_voxels(std::int64_t count, Progress& progress) = 0;

  // Label i becomes labels[i].
  virtual void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) = 0;

  // Of neighbours with different labels the one with the larger becomes background. Returns how
  // many voxels do.
  virtual std::int64_t draw_lines(Progress& progress) = 0;

  // The voxels that have a label.
  virtual void write(BitVolume& out, Progress& progress) = 0;
  // The labels.
  virtual void write(PixelType type, SliceSink& out, Progress& progress) = 0;
  // The same in the host's memory, as long as this lives.
  virtual const std::uint32_t* labels(Progress& progress) = 0;
};

// What heights are made of. Voxels that are not finite are taken out of the volume. All stays while
// a Watershed lives.
struct Ground {
  BitVolume& volume;
  const GreySource* grey;
  const Options& options;
  int threads;
};

// Bytes that a twin on the CPU needs at the same time, besides the volume.
std::int64_t bytes_cpu(const Shape& shape, const Options& options);
std::unique_ptr<Watershed> watershed_cpu(InstructionSet instructions, const Ground& ground,
                                         Progress& progress);

}  // namespace bitvox::split_objects
